// Made by `make protocol` from the types of the server. Do not change it by hand.

export interface Accepted {
  type: "Accepted";
  id: string;
  seq: number;
}

export interface Account {
  heroes: Line[];
  monsters: Line[];
  heroes_win: boolean;
}

export type Act = "bonus_on_stop" | "cancel_next" | "double" | "fewer_dice" | "flip_die" | "keep_on_farkle" | "lock_hand" | "lose_points" | "more_dice" | "must_roll" | "reroll" | "second_throw" | "set_die" | "take_points" | "total_points" | "turn_points";

export interface Advice {
  rules: string;
  title: string;
  hash: string;
  position: string;
  seat: number;
  unit: "points" | "win";
  exact: boolean;
  source: Source;
  forced: boolean;
  reason: string;
  options: Option[];
  order: number[];
  why: Said;
}

export interface Alike {
  scheme: AlikeScheme;
  values: number[];
}

export type AlikeScheme = "add" | "double" | "multiply" | "none" | "table";

export interface Announcement {
  type: "Announcement";
  text: string;
}

export interface BankOffer {
  turn_total: number;
  records: number;
  total: number;
  code: string;
  why: Said | null;
}

export interface Begin {
  type: "Begin";
  fewer?: boolean;
}

export interface Board {
  version: number;
  body: string;
  updated: number;
}

export interface Break {
  roll: string;
  keep: string;
  gain: number;
}

export interface CardSays {
  option: Option;
  stop_at: number | null;
}

export interface CardWords {
  id: string;
  name: string;
  text: string;
  gold: number;
  when: string[];
  target: string;
  ongoing: boolean;
  effects: Effect[];
  turns: number;
  ends_on_farkle: boolean;
}

export interface CardsView {
  hand: string[];
  counts: number[];
  still_holds: (string[] | null)[];
  discards: string[][];
  in_play: InPlay[];
  played: boolean;
}

export interface ChairView {
  name: string;
  bot: string;
  stand_in: string;
  empty: boolean;
  online: boolean;
  gave_seed: boolean;
  face: string;
  seal: string;
  away: number;
  left: number;
  games: number;
  hints: boolean;
  guess: string;
  right: number;
  guesses: number;
}

export interface ChoiceShown {
  type: "ChoiceShown";
  seat: number;
  dice: number[];
}

export interface ChooseGame {
  type: "ChooseGame";
  rules: string;
  kind?: string;
}

export interface Claim {
  seat: number;
  invite: string;
}

export interface ClaimSeen {
  by: number;
  scores: (number | null)[];
  time_up: boolean;
  recorded: boolean;
}

export interface Clock {
  turn: number;
}

export interface ComeBack {
  type: "ComeBack";
}

export interface Compared {
  sentences: Said[];
  before: ComparedSide;
  after: ComparedSide;
  decisions: number | null;
  habit: number | null;
}

export interface ComparedSide {
  first_player_wins: number;
  head_start: number;
  turns: number;
  farkles: number;
  mean: number;
  stops: (number | null)[];
  beginner_wins: number;
  card_wins: number;
}

export interface CompiledRules {
  reference: string;
  name: string;
  title: string;
  summary: string;
  hash: string;
  base: string;
  seats: number[];
  dice: number;
  weights: number[][];
  worth: Record<string, number>;
  combinations: Record<string, number>;
  scoring: Scoring;
  take_all: boolean;
  toxic: Toxic;
  nothing_bonus: number;
  opening: number;
  opening_policy: string;
  minimum: number;
  minimum_binds_win: boolean;
  hot_dice: string;
  penalty: FarklePenalty;
  target: number;
  reach: string;
  last_chance: string;
  rounds: number;
  ties: string;
  solo_goal: number;
  first_player: string;
  compensation: number[];
  joker: Joker;
  instant_win: Pattern[];
  instant_loss: Pattern[];
  bank_step: number;
  overshoot: string;
  bump: string;
  piggyback: boolean;
  cards: boolean;
  deck_name: string;
  deck: CardWords[];
  sentences: Said[];
}

export interface Correction {
  before: (number | null)[];
  after: (number | null)[];
  reason: string;
  at: number;
}

export interface DayForks {
  day: string;
  forks: Fork[];
}

export interface DayLists {
  day: string;
  number: number;
  people: number;
  points: DayRow[];
  given_away: DayRow[];
}

export interface DayNow {
  today: Sealed;
  next: Sealed;
  last: Sealed;
  closes: number;
  people: number;
  rules: string;
  played: number;
  begun: boolean;
  over: boolean;
}

export interface DayRow {
  place: number;
  name: string;
  points: number;
  given_away: number;
  friend: boolean;
  you: boolean;
}

export interface Decision {
  step: number;
  turn: number;
  round: number;
  seat: number;
  position: string;
  totals: number[];
  turn_total: number;
  roll: string;
  played: Option;
  best: Option;
  loss: number;
  class: "blunder" | "doubtful" | "fine" | "mistake";
  forced: boolean;
  for_the_win: boolean;
  reason: string;
  change: number[];
  why: Said;
}

export interface Do {
  type: "Do";
  id: string;
  command: Play | SealSeed | GiveSeed | Leave | Say | React | Wear | ComeBack | Begin | SeatBot | Remove | Order | Lock | HandOver | Replace | Skip | StopClock | StartClock | Guess | ChooseGame | Rename | Hints | PlayFor;
  expected?: number | null;
}

export interface Done {
  count: number;
}

export interface EarlierSeal {
  seal: string;
  seed: string;
}

export interface Effect {
  do: Act;
  points: number;
  dice: number;
  most: number;
  face: number;
}

export interface Estimate {
  early: number;
  likely: number;
  late: number;
  rounds_left: number;
  minutes_a_round: number;
  measured: boolean;
}

export interface EveningTable {
  match: string;
  invite: string;
}

export interface EveningView {
  evening: string;
  length: number;
  now: number;
  plan: Plan;
  phase: "entry" | "over" | "playing";
  players: PlayerView[];
  rounds: RoundSeen[];
  standings: StandingSeen[];
  ties: ("buchholz" | "buchholz_cut" | "direct" | "lot" | "scored" | "sonneborn" | "wins")[];
  play_off: number[];
  estimate: Estimate | null;
  luck: LuckFree[];
  luck_shown: boolean;
  you: number;
  host: boolean;
}

export interface ExactSet {
  faces: number[];
  points: number;
}

export interface Exercise {
  rules: string;
  position: string;
  theme: "hot dice" | "last turn" | "near the end" | "on the board" | "stop or roll" | "which dice";
  seed: string;
  origin: string;
  tempting: Option;
  advice: Advice;
  scale: number;
  card: CardSays | null;
}

export interface FarklePenalty {
  count: number;
  points: number;
  restarts: boolean;
  floor: number | null;
}

export interface Fault {
  key: string;
  message: string;
  line: number;
  says: string;
  values: Record<string, number | string | number[] | Said>;
}

export interface Fork {
  position: string;
  people: number;
  shares: Record<string, number>;
  yours: string;
}

export interface GameKind {
  name: string;
  bots: string[];
  duplicate: boolean;
  against: boolean;
}

export interface GameKinds {
  kinds: GameKind[];
}

export interface GameLine {
  match: string;
  status: string;
  rules: string;
  seats: number;
  updated: number;
  seat: number | null;
  your_turn: boolean;
  title: string;
  names: string[];
  totals: number[];
  winners: number[];
  faces: string[];
  owner: string;
}

export interface Games {
  games: GameLine[];
}

export interface GiveSeed {
  type: "GiveSeed";
  seed: string;
}

export interface Guess {
  type: "Guess";
  farkle: boolean;
}

export interface HandOver {
  type: "HandOver";
  seat: number;
}

export interface Hello {
  type: "Hello";
  match: string;
  token?: string;
  since?: number | null;
  protocol?: number;
}

export interface Hints {
  type: "Hints";
  seat: number;
  on: boolean;
}

export interface InPlay {
  owner: number;
  card: string;
  target: number;
  turns: number;
}

export interface Joker {
  face: number;
  dice: number;
}

export interface KeepOffer {
  faces: string;
  points: number;
  rolls: number;
  hot: boolean;
  bank: BankOffer;
}

export interface LadderView {
  on: boolean;
  standings: Standing[];
}

export interface Leave {
  type: "Leave";
}

export interface Line {
  what: string;
  points: number;
  seat: number;
}

export interface Lock {
  type: "Lock";
  locked: boolean;
}

export interface LuckFree {
  place: number;
  player: number;
  name: string;
  points: number;
  by_dice: number;
  judged: number;
  games: number;
}

export interface MailAddress {
  address: string;
  language: string;
}

export interface MailState {
  offered: boolean;
  state: string;
}

export interface Me {
  id: string;
  name: string;
  key: string;
  phrase: string;
}

export interface Measured {
  games: number;
  against: string;
  rate: number;
  low: number;
  high: number;
  fair: number;
  unit: string;
}

export interface Moment {
  position: string;
  rules: string;
  title: string;
  hash: string;
  waits: "choice" | "dice" | "nothing";
  seat: number;
  round: number;
  phase: "last" | "normal" | "over" | "play_off";
  totals: number[];
  turn_total: number;
  dice: number;
  roll: string;
  unit: "points" | "win";
  source: Source | null;
  alone: boolean;
  values: number[];
  note: string;
  farkle: boolean;
  winners: number[];
  advice: Advice | null;
  noted: Said | null;
}

export interface MunchkinCard {
  id: string;
  name: string;
  kind: string;
  text: string;
  level: number;
  treasures: number;
  bonus: number;
  value: number;
  levels: number;
  harm: string[];
  slot: string;
}

export interface MunchkinCards {
  cards: MunchkinCard[];
  winning_level: number;
  seats: number[];
  deal: number;
  escape: number;
  hand_limit: number;
  gold_per_level: number;
}

export interface MunchkinDie {
  seat: number;
  face: number;
}

export interface MunchkinFight {
  seat: number;
  helper: number;
  monsters: string[];
  used: string[];
  account: Account;
}

export interface MunchkinFilm {
  rules: string;
  doors: string[];
  treasures: string[];
  seats: MunchkinSeat[];
  pictures: MunchkinPicture[];
}

export interface MunchkinPicture {
  event: unknown;
  turn: number;
  mover: number;
  seats: MunchkinSeat[] | null;
  die: MunchkinDie | null;
  fight: MunchkinFight | null;
  body: string[];
}

export interface MunchkinSeat {
  sex: Sex;
  level: number;
  penalty: number;
  hand: string[];
  play: string[];
  dead: boolean;
}

export interface NewBoard {
  key: string;
  version: number;
  body: string;
}

export interface NewHost {
  evening: string;
  token: string;
}

export interface NewTable {
  rules?: string;
  seats?: number;
  kind?: string;
  clock?: Clock;
  options?: Options;
  bots?: string[];
}

export interface News {
  seq: number;
  at: number;
  what: string;
  seat?: number | null;
  name?: string;
  bot?: string;
  text?: string;
  reason?: string;
  match?: string;
  events?: GameEvent[];
  by?: number | null;
  away?: number;
}

export interface Option {
  action: "bank" | "card" | "pass" | "roll";
  keep: string | null;
  value: number;
  win: number | null;
  expected: number;
  loss: number;
  equal: boolean;
  total: number;
  dice: number | null;
  farkle: number | null;
  low: number | null;
  high: number | null;
  card: string | null;
  target: number | null;
  with_dice: string | null;
  shares: number[] | null;
}

export interface Options {
  listed: boolean;
  chat: boolean;
  reactions: boolean;
  stand_in: string;
  against: string;
  advice: boolean;
  party: string;
  bags: string[];
  best_of: number;
}

export interface Order {
  type: "Order";
  order: number[];
}

export interface Other {
  step: number;
  turn: number;
  seat: number;
  what: string;
  change: number[];
}

export interface OwnDay {
  day: string;
  number: number;
  seal: string;
  over: boolean;
  length: number;
  events: GameEvent[];
  counted: boolean;
  refused: boolean;
  points: number;
  given_away: number;
  fox: GameEvent[];
  fox_points: number;
  seed: string;
}

export interface PartyBody {
  match: string;
  token: string;
  word: string;
}

export interface PartyPlace {
  address: string;
  reason: string;
  wifi: string;
  password: string;
}

export interface Pattern {
  faces: number[];
  alike: number;
  first: boolean;
}

export interface Ping {
  type: "Ping";
}

export interface Plan {
  title: string;
  system: "everyone" | "knockout" | "swiss";
  size: number;
  rounds: number;
  rules: string;
  minutes: number;
  time_up: "now" | "round" | "turn";
  points: number[];
  ties: ("buchholz" | "buchholz_cut" | "direct" | "lot" | "scored" | "sonneborn" | "wins")[];
  third: boolean;
  confirm: boolean;
}

export interface Play {
  type: "Play";
  command: GameCommand;
}

export interface PlayFor {
  type: "PlayFor";
  seat: number;
  command: unknown;
}

export interface PlayerView {
  number: number;
  name: string;
  here: boolean;
  gone: boolean;
  device: boolean;
}

export interface Point {
  step: number;
  turn: number;
  values: number[];
}

export interface Pong {
  type: "Pong";
}

export interface Problem {
  code: string;
  text: string;
  says: string;
  values: Record<string, number | string | number[] | Said>;
}

export interface React {
  type: "React";
  reaction: string;
}

export interface Refused {
  type: "Refused";
  id: string;
  code: string;
  text: string;
  seq: number;
  says: string;
  values: Record<string, number | string | number[] | Said>;
}

export interface Remove {
  type: "Remove";
  seat: number;
}

export interface Rename {
  type: "Rename";
  seat: number;
  name: string;
}

export interface Replace {
  type: "Replace";
  seat: number;
  bot: string;
}

export interface Review {
  rules: string;
  title: string;
  hash: string;
  unit: "points" | "win";
  exact: boolean;
  source: Source;
  finished: boolean;
  winners: number[];
  totals: number[];
  summary: string;
  players: Summary[];
  decisions: Decision[];
  rolls: Roll[];
  others: Other[];
  worst: number[];
  luckiest: number[];
  curve: Point[];
  identity: number;
}

export interface Roll {
  step: number;
  turn: number;
  round: number;
  seat: number;
  faces: string;
  dice: number;
  farkle: boolean;
  before: number;
  after: number;
  luck: number;
  change: number[];
  position: string;
}

export interface RoundSeen {
  number: number;
  stage: "everyone" | "knockout" | "swiss";
  byes: number[];
  third: number;
  tables: TableSeen[];
  over: boolean;
  left: number | null;
  running: boolean;
}

export interface Row {
  dice: number;
  farkle: number;
  stop_at: number | null;
  worth: number;
  by_farkles: (number | null)[];
}

export interface RulesLook {
  rules: CompiledRules | null;
  faults: Fault[];
}

export interface Run {
  low: number;
  high: number;
  points: number;
}

export interface Said {
  says: string;
  values: Record<string, number | string | number[] | Said>;
}

export interface Say {
  type: "Say";
  text: string;
}

export interface Scoring {
  singles: number[];
  triples: number[];
  alike: Alike;
  straight: number;
  runs: Run[];
  three_pairs: number;
  pairs_may_repeat: boolean;
  two_triplets: number;
  triplets_may_repeat: boolean;
  four_and_pair: number;
  full_house: number;
  full_house_bonus: number;
  sets: ExactSet[];
}

export interface SealSeed {
  type: "SealSeed";
  seal: string;
}

export interface Sealed {
  day: string;
  number: number;
  seal: string;
  seed: string;
  restored: EarlierSeal[];
}

export interface SeatBot {
  type: "SeatBot";
  seat: number;
  bot: string;
}

export interface SeatView {
  name: string;
  player: string;
  total: number;
  opened: boolean;
  farkles: number;
  gone: boolean;
}

export interface SeatedBody {
  match: string;
  seat: number;
  token: string;
  invite: string;
}

export type Sex = "man" | "woman";

export interface Sheets {
  sheets: CompiledRules[];
  bots: string[];
}

export interface ShowChoice {
  type: "ShowChoice";
  dice?: number[];
}

export interface Side {
  stops: (number | null)[];
  worths: number[];
  wins: number;
  ease: number | null;
  near: number;
  lead: number | null;
  opening: number;
  chased: boolean;
  level: boolean;
}

export interface Sit {
  invite?: string;
  seat?: number | null;
}

export interface Situation {
  kind: string;
  name: string;
  stop_at: (number | null)[];
}

export interface Skip {
  type: "Skip";
}

export interface Source {
  kind: "dice" | "estimated" | "exact" | "simulated" | "turn";
  text: string;
  games: number;
}

export interface Standing {
  sheet: string;
  seats: number;
  name: string;
  games: number;
  wins: number;
  low: number;
  high: number;
  per_decision: number;
  bot: boolean;
  you: boolean;
  sure: boolean;
}

export interface StandingSeen {
  place: number;
  last: number;
  player: number;
  points: string;
  games: number;
  ties: string[];
}

export interface StartClock {
  type: "StartClock";
}

export interface StopClock {
  type: "StopClock";
}

export interface StrategyCard {
  rules: string;
  title: string;
  mean: number;
  best_mean: number;
  rows: Row[];
  breaks: Break[];
  situations: Situation[];
  needs: ([number, number])[];
  advice: string[];
  measured: Measured | null;
  sides: Side[];
}

export interface Summary {
  seat: number;
  name: string;
  player: string;
  start: number;
  result: number;
  luck: number;
  loss: number;
  cost: number;
  other: number;
  drift: number;
  adjusted: number;
  rolls: number;
  decisions: number;
  unforced: number;
  per_decision: number;
  classes: Record<string, number>;
  grade: string;
  grade_words: string;
}

export interface TableSeen {
  number: number;
  players: number[];
  absent: number[];
  scores: (number | null)[] | null;
  how: "confirmed" | "match" | "typed" | "walkover" | null;
  time_up: boolean;
  match: string;
  trace: Correction[];
  claims: ClaimSeen[];
  disputed: boolean;
}

export interface TableView {
  match: string;
  sequence: number;
  seat: number | null;
  kind: string;
  rules: string;
  title: string;
  phase: "open" | "over" | "playing";
  owner: number;
  locked: boolean;
  paused: boolean;
  clock: Clock;
  clock_left: number | null;
  options: Options;
  chairs: ChairView[];
  commitment: string;
  seeds: string[];
  server_seed: string;
  reason: string;
  rematch: string;
  game: View | null;
  closing: boolean;
  restored: ([number, string])[];
  wins: number[];
}

export interface Text {
  text: string;
}

export interface Toxic {
  face: number;
  count: number;
}

export interface Update {
  type: "Update";
  seq: number;
  news: News[];
  view: TableView;
}

export interface View {
  sequence: number;
  seat: number | null;
  rules: string;
  phase: string;
  step: string;
  mover: number;
  round: number;
  turn: number;
  turn_total: number;
  hand: number[];
  faces: number[];
  seats: SeatView[];
  winners: number[];
  legal: GameCommand[];
  needed: number;
  cards: CardsView | null;
  version: number;
  turn_dice: number;
  to_roll: number[];
  bank: BankOffer | null;
  keeps: KeepOffer[];
  offer: number;
  offered: number[];
}

export interface Wear {
  type: "Wear";
  face: string;
}

export interface Welcome {
  type: "Welcome";
  seq: number;
  view: TableView;
  news: News[];
  complete: boolean;
  protocol: number;
  epoch: string;
}

export interface GameAdjust {
  type: "Adjust";
  changes: ([number, number])[];
}

export interface GameBank {
  type: "Bank";
  seat: number;
}

export interface GameCorrect {
  type: "Correct";
  seat: number;
  total: number;
  opened: boolean;
  farkles: number;
}

export interface GameCountBonus {
  type: "CountBonus";
  points: number[];
}

export interface GameEnterTurn {
  type: "EnterTurn";
  seat: number;
  points: number | null;
  ruling?: boolean;
}

export interface GameKeep {
  type: "Keep";
  seat: number;
  dice: number[];
  then?: "" | "bank" | "roll";
}

export interface GameLiftRemark {
  type: "LiftRemark";
  number: number;
}

export interface GameMakeRemark {
  type: "MakeRemark";
  text: string;
  seat?: number;
  turns?: number;
}

export interface GamePassWindow {
  type: "PassWindow";
  seat: number;
}

export interface GamePlayCard {
  type: "PlayCard";
  seat: number;
  card: string;
  target?: number;
  dice?: number[];
}

export interface GamePlayOn {
  type: "PlayOn";
  goal: number;
}

export interface GameResign {
  type: "Resign";
  seat: number;
}

export interface GameRoll {
  type: "Roll";
  seat: number;
}

export interface GameSetDice {
  type: "SetDice";
  seat: number;
  dice: number;
}

export interface GameTakeOver {
  type: "TakeOver";
  seat: number;
}

export interface GameTakeSeat {
  type: "TakeSeat";
  total?: number;
  opened?: boolean;
}

export interface GameThrow {
  type: "Throw";
  faces: number[];
}

export interface GameTimeOut {
  type: "TimeOut";
  seat: number;
}

export interface GameUseAdvice {
  type: "UseAdvice";
  seat: number;
}

export type GameCommand =
  | GameAdjust
  | GameBank
  | GameCorrect
  | GameCountBonus
  | GameEnterTurn
  | GameKeep
  | GameLiftRemark
  | GameMakeRemark
  | GamePassWindow
  | GamePlayCard
  | GamePlayOn
  | GameResign
  | GameRoll
  | GameSetDice
  | GameTakeOver
  | GameTakeSeat
  | GameThrow
  | GameTimeOut
  | GameUseAdvice;

export interface EventAdjusted {
  type: "Adjusted";
  changes: ([number, number])[];
}

export interface EventAdviceUsed {
  type: "AdviceUsed";
  seat: number;
}

export interface EventBanked {
  type: "Banked";
  seat: number;
  points: number;
}

export interface EventBonusCounted {
  type: "BonusCounted";
  points: number[];
}

export interface EventBumped {
  type: "Bumped";
  seat: number;
  total: number;
}

export interface EventCardEnded {
  type: "CardEnded";
  owner: number;
  card: string;
}

export interface EventCardPlayed {
  type: "CardPlayed";
  seat: number;
  card: string;
  target: number;
  dice: number[];
  stopped_by: string;
}

export interface EventCorrected {
  type: "Corrected";
  seat: number;
  total: number;
  opened: boolean;
  farkles: number;
}

export interface EventDiceKept {
  type: "DiceKept";
  seat: number;
  dice: number[];
  faces: number[];
  points: number;
}

export interface EventDiceRolled {
  type: "DiceRolled";
  seat: number;
  dice: number[];
  faces: number[];
}

export interface EventDiceSet {
  type: "DiceSet";
  seat: number;
  dice: number;
}

export interface EventDiceTurned {
  type: "DiceTurned";
  seat: number;
  dice: number[];
  faces: number[];
}

export interface EventFarkled {
  type: "Farkled";
  seat: number;
  lost: number;
  penalty: number;
}

export interface EventFirstPlayerSet {
  type: "FirstPlayerSet";
  seat: number;
}

export interface EventGameEnded {
  type: "GameEnded";
  winners: number[];
  reason: string;
}

export interface EventGifted {
  type: "Gifted";
  seat: number;
  points: number;
}

export interface EventGoalMoved {
  type: "GoalMoved";
  goal: number;
}

export interface EventGoldCounted {
  type: "GoldCounted";
  gold: number[];
}

export interface EventKnockedOut {
  type: "KnockedOut";
  seat: number;
}

export interface EventLastTurnsBegan {
  type: "LastTurnsBegan";
  trigger: number;
}

export interface EventPlayOffBegan {
  type: "PlayOffBegan";
  seats: number[];
}

export interface EventPointsMoved {
  type: "PointsMoved";
  card: string;
  source: number;
  taker: number;
  points: number;
}

export interface EventRemarkLifted {
  type: "RemarkLifted";
  number: number;
}

export interface EventRemarked {
  type: "Remarked";
  text: string;
  seat: number;
  turns: number;
}

export interface EventResigned {
  type: "Resigned";
  seat: number;
}

export interface EventRollAsked {
  type: "RollAsked";
  seat: number;
  turn: number;
  roll: number;
  throw: number;
  dice: number[];
}

export interface EventRollOffTied {
  type: "RollOffTied";
  seats: number[];
}

export interface EventSeatTaken {
  type: "SeatTaken";
  total: number;
  opened: boolean;
}

export interface EventTookOver {
  type: "TookOver";
  seat: number;
  points: number;
  dice: number[];
}

export interface EventTurnBegan {
  type: "TurnBegan";
  seat: number;
  round: number;
  turn: number;
}

export interface EventTurnEntered {
  type: "TurnEntered";
  seat: number;
  points: number | null;
  ruling: boolean;
}

export interface EventTurnPointsAdded {
  type: "TurnPointsAdded";
  seat: number;
  card: string;
  points: number;
}

export interface EventTurnTimedOut {
  type: "TurnTimedOut";
  seat: number;
}

export interface EventWindowOpened {
  type: "WindowOpened";
  seat: number;
  window: string;
}

export interface EventWindowPassed {
  type: "WindowPassed";
  seat: number;
}

export type GameEvent =
  | EventAdjusted
  | EventAdviceUsed
  | EventBanked
  | EventBonusCounted
  | EventBumped
  | EventCardEnded
  | EventCardPlayed
  | EventCorrected
  | EventDiceKept
  | EventDiceRolled
  | EventDiceSet
  | EventDiceTurned
  | EventFarkled
  | EventFirstPlayerSet
  | EventGameEnded
  | EventGifted
  | EventGoalMoved
  | EventGoldCounted
  | EventKnockedOut
  | EventLastTurnsBegan
  | EventPlayOffBegan
  | EventPointsMoved
  | EventRemarkLifted
  | EventRemarked
  | EventResigned
  | EventRollAsked
  | EventRollOffTied
  | EventSeatTaken
  | EventTookOver
  | EventTurnBegan
  | EventTurnEntered
  | EventTurnPointsAdded
  | EventTurnTimedOut
  | EventWindowOpened
  | EventWindowPassed;

export type ToServer =
  | Do
  | Hello
  | Ping
  | ShowChoice;

export type FromServer =
  | Accepted
  | Announcement
  | ChoiceShown
  | Pong
  | Refused
  | Update
  | Welcome;
