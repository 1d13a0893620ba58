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
}

export interface Clock {
  turn: number;
}

export interface ComeBack {
  type: "ComeBack";
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
  cards: boolean;
  deck_name: string;
  deck: CardWords[];
  sentences: Said[];
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
  command: Play | GiveSeed | Leave | Say | React | ComeBack | Begin | SeatBot | Remove | Order | Lock | HandOver | Replace | Skip | StopClock | StartClock;
  expected?: number | null;
}

export interface Effect {
  do: Act;
  points: number;
  dice: number;
  most: number;
  face: number;
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
}

export interface Games {
  games: GameLine[];
}

export interface GiveSeed {
  type: "GiveSeed";
  seed: string;
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

export interface InPlay {
  owner: number;
  card: string;
  target: number;
  turns: number;
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
}

export interface MunchkinCards {
  cards: MunchkinCard[];
  winning_level: number;
  seats: number[];
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

export interface NewTable {
  rules?: string;
  seats?: number;
  kind?: string;
  clock?: Clock;
  options?: Options;
  bots?: string[];
  seed?: string | null;
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

export interface Ping {
  type: "Ping";
}

export interface Play {
  type: "Play";
  command: GameCommand;
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

export interface Sit {
  invite?: string;
  seat?: number | null;
  seed?: string | null;
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
  kind: "estimated" | "exact" | "simulated" | "turn";
  text: string;
  games: number;
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
}

export interface Welcome {
  type: "Welcome";
  seq: number;
  view: TableView;
  news: News[];
  complete: boolean;
  protocol: number;
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

export interface EventGoalMoved {
  type: "GoalMoved";
  goal: number;
}

export interface EventGoldCounted {
  type: "GoldCounted";
  gold: number[];
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
  | EventGoalMoved
  | EventGoldCounted
  | EventLastTurnsBegan
  | EventPlayOffBegan
  | EventPointsMoved
  | EventRemarkLifted
  | EventRemarked
  | EventResigned
  | EventRollAsked
  | EventRollOffTied
  | EventSeatTaken
  | EventTurnBegan
  | EventTurnEntered
  | EventTurnPointsAdded
  | EventTurnTimedOut
  | EventWindowOpened
  | EventWindowPassed;

export type ToServer =
  | Do
  | Hello
  | Ping;

export type FromServer =
  | Accepted
  | Announcement
  | Pong
  | Refused
  | Update
  | Welcome;
