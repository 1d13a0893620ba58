// The words of an evening on the television, in every language of the page.

import { language } from "./words";

const en = {
  round: "Round {n}",
  playOff: "Play-off",
  until: "over at about {time}",
  free: "Free in this round: {names}",
  players: "Players: {n}, of whom {here} are here",
  scan: "Scan the code, or type",
  luck: "Luck taken out",
  none: "There is no such evening here, or it was removed.",
  time: { round: "Time is up: finish the round, so that all had as many turns; then the scores count.", turn: "Time is up: finish the turn; then the scores count.", now: "Time is up: hands off; points of an open turn do not count." },
};
type Said = typeof en;

const de: Said = {
  round: "Runde {n}",
  playOff: "Endrunde",
  until: "Ende gegen {time}",
  free: "In dieser Runde frei: {names}",
  players: "Angemeldet: {n}, davon da: {here}",
  scan: "Code scannen oder eintippen:",
  luck: "Ohne Glück",
  none: "Diesen Abend gibt es hier nicht, oder er wurde gelöscht.",
  time: { round: "Zeit um: die Runde zu Ende, sodass alle gleich oft dran waren; dann zählt der Stand.", turn: "Zeit um: den Zug zu Ende; dann zählt der Stand.", now: "Zeit um: Hände weg; Punkte eines offenen Zuges zählen nicht." },
};

const fr: Said = {
  round: "Tour {n}",
  playOff: "Phase finale",
  until: "fin vers {time}",
  free: "Exempts ce tour-ci : {names}",
  players: "Inscrits : {n}, présents : {here}",
  scan: "Scanner le code, ou taper",
  luck: "Sans la chance",
  none: "Cette soirée n’existe pas ici, ou a été supprimée.",
  time: { round: "Temps écoulé : finir le tour de table pour que chacun ait joué autant ; puis les scores comptent.", turn: "Temps écoulé : finir le coup ; puis les scores comptent.", now: "Temps écoulé : on arrête ; les points d’un coup en cours ne comptent pas." },
};

const es: Said = {
  round: "Ronda {n}",
  playOff: "Fase final",
  until: "fin hacia las {time}",
  free: "Descansan en esta ronda: {names}",
  players: "Inscritos: {n}, presentes: {here}",
  scan: "Escanea el código o escribe",
  luck: "Sin la suerte",
  none: "Esta noche no existe aquí, o se ha borrado.",
  time: { round: "Tiempo: terminad la vuelta para que todos hayan jugado igual; después cuenta la puntuación.", turn: "Tiempo: terminad el turno; después cuenta la puntuación.", now: "Tiempo: manos fuera; los puntos de un turno abierto no cuentan." },
};

const ALL: { [code: string]: Said } = { en, de, fr, es };
export const said: Said = ALL[language] || en;
