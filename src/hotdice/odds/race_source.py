"""The kernel of `race_gpu`, for any number of players, as graphics processors read it.

A block solves LANES turns side by side: a group of as many threads, one a turn, runs through its part of the
rolls (see `roll_streams`), so that a group looks at the same place of all its turns at once. Only rows that
are still needed are kept, in shared memory. After each row the sums of all groups are added up for each
number of dice, and the better of stopping and rolling is kept.
"""

SOURCE = r"""
#define SHARES (PLAYERS - 2)
#define LOST (PLAYERS - 1)
#define NOTHING 1
#define COUNTS 2
#define ENTRY (PLAYERS * LANES)
#define ANEW (1 << 30)
#define PLACE (ANEW - 1)

struct Numbers {
    int target, dice, most, classes, forced, places, count, length, size, widest, entries, pairs;
    double favour, never_hot, may_hot, must_hot;
};

// The mover's value, the shares of all who follow but the last, the chance of a lost turn.
struct Stop { double number[PLAYERS]; };

struct Turn {
    int own, waiting, others[PLAYERS];
    long long behind, step, size;
    double lost, nothing;
    const int* kinds;
    const double* first;
    const double* ends;
};

__device__ int kind_of(const Numbers& n, const Turn& t, int gain) {
    return gain <= 0 ? 0 : t.kinds[min(gain, n.widest)];
}

// A stop in the race: what the table says, or past the target what the last turns are worth.
__device__ Stop stop_in_race(const Numbers& n, const Turn& t, int row) {
    Stop s = {{-1e300}};
    int kind = kind_of(n, t, row - t.own);
    if (kind == NOTHING) { s.number[0] = t.nothing; s.number[LOST] = 1.0; }
    if (kind != COUNTS) return s;
    double worth = 1.0, next = 0.0;
    if (row < n.target) {
        for (int k = 0; k <= SHARES; k++) {
            double share = t.first[k * t.size + row];
            if (k < SHARES) s.number[k + 1] = share;
            if (k == 0) next = share;
            worth -= share;
        }
    } else if (t.waiting) {
        const double* at = t.ends + row * t.step;
        worth = at[0];
        double rest = 1.0 - worth;
        for (int k = 1; k < t.waiting; k++) {
            double share = at[k * t.behind];
            if (k <= SHARES) s.number[k] = share;
            if (k == 1) next = share;
            rest -= share;
        }
        if (t.waiting <= SHARES) s.number[t.waiting] = rest;
        if (t.waiting == 1) next = rest;
    }
    s.number[0] = worth + n.favour * next;
    return s;
}

__device__ int further(const Numbers& n, int number, int steps) {
    int last = (number < n.size ? n.size : n.length) - 1;
    return min(number + steps, last);
}

// A stop in the first of the last turns: below, level with, or above the greatest total so far. `ends` has
// for each of the cases the shares of the mover and of those who follow, over their numbers.
__device__ Stop stop_at_last(const Numbers& n, const Turn& t, int row) {
    Stop s = {{-1e300}};
    if (kind_of(n, t, row) != COUNTS) return s;
    int above = row - t.behind, which = above > 0 ? 2 : above == 0 ? 1 : 0;
    long long at = 0;
    for (int k = 0; k < SHARES; k++) at = at * n.length + further(n, t.others[k], max(above, 0));
    const double* table = t.ends + which * (SHARES + 1) * t.size + at;
    for (int k = 1; k <= SHARES; k++) s.number[k] = table[k * t.size];
    s.number[0] = table[0] + (SHARES ? n.favour * s.number[1] : 0.0);
    return s;
}

// Where the choices of all pairs lead from a row; see `roll_streams` for the words.
__device__ void lead_from(const int* words, int* leads, int count, int row) {
    for (int i = blockDim.x - 1 - threadIdx.x; i < count; i += blockDim.x) {
        int word = words[i], length = word >> 10 & 1023;
        leads[i] = (word & ~PLACE) | ((word >> 20 & 1023) + (row + (word & 1023)) % length) * ENTRY;
    }
}

extern "C" __global__ void __launch_bounds__(THREADS) race_turns(
    const Numbers* packed, const double* values, const double* ends,
    const long long* rows, const long long* stops, const int* kinds, const long long* begins,
    const long long* after_farkle, const long long* after_nothing,
    const long long* waiting, const long long* ends_at,
    const long long* place, const long long* seats, const long long* tops, const long long* order,
    const int* words, const double* weights, const int* segments, const int* groups,
    const int* dice, const int* rings, const double* farkle, double* out, int lanes) {
    extern __shared__ double memory[];
    const Numbers n = *packed;
    const int thread = threadIdx.x, group = thread / LANES, lane = thread % LANES;
    const int all = blockDim.x / LANES, parts = dice[n.dice];
    // What the turns are worth by row and dice, sums of classes, the stop of a row, weights, and where
    // choices lead from a row.
    double* value = memory + lane;
    double* sums = memory + n.entries * ENTRY + lane;
    double* bank = sums + parts * ENTRY;
    double* chances = memory + (n.entries + parts + 1) * ENTRY;
    int2* pairs = (int2*)(chances + n.classes);
    int* leads = (int*)pairs;
    const int index = min((int)blockIdx.x * LANES + lane, lanes - 1), turn = order[index];
    Turn t;
    t.size = 1;
    if (LAST) {
        // The numbers of all distances, the next to play first; `rows` has what the numbers stand for.
        int number = seats[turn];
        t.own = 0;
        t.behind = rows[number];
        t.kinds = kinds + stops[number < n.size] * (n.widest + 1);
        t.ends = ends;
        t.first = 0;
        long long at = 0;
        for (int k = 0; k < SHARES; k++) {
            t.others[k] = seats[(long long)(k + 1) * lanes + turn];
            at = at * n.length + t.others[k];
            t.size *= n.length;
        }
        t.lost = SHARES ? n.favour * ends[t.size + at] : 0.0;
    } else {
        int x = seats[turn], p = place[turn], after = (p + 1) % n.places;
        t.own = rows[x];
        t.kinds = kinds + stops[x] * (n.widest + 1);
        t.waiting = waiting[p];
        t.ends = ends + ends_at[p];
        t.step = 0;
        long long others = 0, power = 1;
        for (int k = 1; k < PLAYERS; k++) others = others * n.count + seats[(long long)k * lanes + turn];
        for (int k = 0; k < PLAYERS; k++) t.size *= n.count;
        for (int k = t.waiting; k >= 1; k--) {
            t.ends += begins[seats[(long long)k * lanes + turn]] * power;
            t.step += power;
            power *= n.length;
        }
        t.behind = power;
        t.first = values + after * (SHARES + 1) * t.size + others * n.count;
        long long fallen = after_farkle[x], stopped = after_nothing[x];
        t.lost = 1.0 + n.favour * t.first[fallen];
        t.nothing = 1.0 + n.favour * t.first[stopped];
        for (int k = 0; k <= SHARES; k++) {
            t.lost -= t.first[k * t.size + fallen];
            t.nothing -= t.first[k * t.size + stopped];
        }
    }
    // The turns of a block go side by side, from the highest of their tops down to the lowest start.
    int top = 0, bottom = 1 << 30;
    for (int i = 0; i < LANES; i++) {
        int other = order[min((int)blockIdx.x * LANES + i, lanes - 1)];
        top = max(top, (int)tops[other]);
        bottom = min(bottom, LAST ? 0 : (int)rows[seats[other]]);
    }
    for (int i = thread; i < n.classes; i += blockDim.x) chances[i] = weights[i];
    lead_from(words, leads, 2 * n.pairs, top - 1);
    for (int i = group; i <= n.most; i += all) {
        int row = top + i;
        Stop s = LAST ? stop_at_last(n, t, row) : stop_in_race(n, t, row);
        if (t.lost > s.number[0]) {  // better to roll until it is lost
            for (int k = 0; k < PLAYERS; k++) s.number[k] = k == 0 ? t.lost : k == LOST;
        }
        for (int d = 0; d < n.dice; d++) {
            if (i >= rings[2 * d + 1]) continue;
            double* at = value + (rings[2 * d] + row % rings[2 * d + 1]) * ENTRY;
            for (int k = 0; k < PLAYERS; k++) at[k * LANES] = s.number[k];
            if (n.forced && d == n.dice - 1) {
                double chance = farkle[d], worth = s.number[0];
                double share = chance / (1.0 - n.must_hot);
                double on = (chance * t.lost + (n.never_hot + n.may_hot) * worth) / (1.0 - n.must_hot);
                if (on > worth) {
                    share = chance / (1.0 - n.may_hot - n.must_hot);
                    on = (chance * t.lost + n.never_hot * worth) / (1.0 - n.may_hot - n.must_hot);
                }
                at[0] = on;
                for (int k = 1; k < PLAYERS; k++)
                    at[k * LANES] = (k == LOST ? share : 0.0) + (1.0 - share) * s.number[k];
            }
        }
    }
    __syncthreads();
    const int first = groups[group], end = groups[group + 1];
    for (int row = top - 1; row >= bottom; row--) {
        for (int s = first; s < end; s++) {
            int pair = segments[4 * s], stop = segments[4 * s + 1], chance = segments[4 * s + 2], pick = 0;
            double sum[PLAYERS], best = -1e301;
            for (int k = 0; k < PLAYERS; k++) sum[k] = 0.0;
            int2 next = pairs[pair];
            while (pair < stop) {
                int2 two = next;
                next = pairs[++pair];  // there is room for one more pair than there are
                int one = two.x & PLACE, other = two.y & PLACE;
                double a = value[one], b = value[other];
                if (two.x & ANEW) best = -1e301;
                if (b > a) { a = b; one = other; }
                if (a > best) { best = a; pick = one; }
                if (two.y < 0) {
                    double weight = chances[chance++];
                    sum[0] += weight * best;
                    for (int k = 1; k < PLAYERS; k++) sum[k] += weight * value[pick + k * LANES];
                }
            }
            for (int k = 0; k < PLAYERS; k++) sums[s * ENTRY + k * LANES] = sum[k];
        }
        if (group == all - 1) {
            Stop s = LAST ? stop_at_last(n, t, row) : stop_in_race(n, t, row);
            for (int k = 0; k < PLAYERS; k++) bank[k * LANES] = s.number[k];
        }
        __syncthreads();
        for (int d = group; d < n.dice; d += all) {
            double v[PLAYERS];
            for (int k = 0; k < PLAYERS; k++) v[k] = 0.0;
            for (int s = dice[d]; s < dice[d + 1]; s++)
                for (int k = 0; k < PLAYERS; k++) v[k] += sums[s * ENTRY + k * LANES];
            v[0] += farkle[d] * t.lost;
            v[LOST] += farkle[d];
            bool full = d == n.dice - 1;
            if (row == t.own && full)
                for (int k = 0; k < PLAYERS; k++) out[(long long)k * lanes + turn] = v[k];
            bool stop = bank[0] >= v[0] && !(n.forced && full);
            double* at = value + (rings[2 * d] + row % rings[2 * d + 1]) * ENTRY;
            for (int k = 0; k < PLAYERS; k++) at[k * LANES] = stop ? bank[k * LANES] : v[k];
        }
        lead_from(words, leads, 2 * n.pairs, row - 1);
        __syncthreads();
    }
}
"""
