// What the television says of Munchkin Dice beside its other words, in every language of the page.

import { language } from "./words";

const en = {
  ahead: "{name}: {n} ahead",
  short: "{name}: {n} short",
  tieHeroes: "Even. These heroes win ties.",
  tieMonsters: "Even. Monsters win ties.",
  /** What the ten sides of the die say, the picture last. */
  results: [
    "Draw a Treasure, or take the top discard.",
    "Draw a Door card, or take the top discard.",
    "Draw a Treasure and a Door card. A Curse strikes.",
    "Take both top discards.",
    "Sex changed, two levels up, 5 less in the next fight.",
    "Exchange hands with another player.",
    "Exchange a Class or Style, or roll again.",
    "Exchange a Race or Power, or roll again.",
    "Take a level from another player.",
    "Choose any result.",
  ],
};
type Words = typeof en;

const de: Words = {
  ahead: "{name}: {n} voraus",
  short: "{name}: es fehlen {n}",
  tieHeroes: "Gleichstand. Diese Helden gewinnen dann.",
  tieMonsters: "Gleichstand. Dann gewinnen die Monster.",
  results: [
    "Einen Schatz ziehen oder die oberste Ablage nehmen.",
    "Eine Türkarte ziehen oder die oberste Ablage nehmen.",
    "Einen Schatz und eine Türkarte aufdecken. Ein Fluch trifft.",
    "Die oberste Karte beider Ablagen nehmen.",
    "Geschlecht gewechselt, zwei Stufen hinauf, 5 weniger im nächsten Kampf.",
    "Die Hand mit jemandem tauschen.",
    "Klasse oder Stil tauschen, sonst noch einmal würfeln.",
    "Volk oder Kraft tauschen, sonst noch einmal würfeln.",
    "Jemandem eine Stufe nehmen.",
    "Ein Ergebnis aussuchen.",
  ],
};

const fr: Words = {
  ahead: "{name} : {n} d'avance",
  short: "{name} : il manque {n}",
  tieHeroes: "Égalité. Ces héros la gagnent.",
  tieMonsters: "Égalité. Les monstres la gagnent.",
  results: [
    "Piocher un trésor ou prendre le dessus de la défausse.",
    "Piocher une porte ou prendre le dessus de la défausse.",
    "Révéler un trésor et une porte. Une malédiction frappe.",
    "Prendre le dessus des deux défausses.",
    "Sexe changé, deux niveaux de plus, 5 de moins au prochain combat.",
    "Échanger sa main avec quelqu'un.",
    "Échanger une classe ou un style, sinon relancer.",
    "Échanger une race ou un pouvoir, sinon relancer.",
    "Prendre un niveau à quelqu'un.",
    "Choisir un résultat.",
  ],
};

const es: Words = {
  ahead: "{name}: {n} de ventaja",
  short: "{name}: faltan {n}",
  tieHeroes: "Empate. Estos héroes lo ganan.",
  tieMonsters: "Empate. Lo ganan los monstruos.",
  results: [
    "Robar un tesoro o coger el último descarte.",
    "Robar una puerta o coger el último descarte.",
    "Mostrar un tesoro y una puerta. Una maldición golpea.",
    "Coger el último descarte de ambos montones.",
    "Sexo cambiado, sube dos niveles, 5 menos en el próximo combate.",
    "Cambiar la mano con alguien.",
    "Cambiar una clase o un estilo; si no, tirar otra vez.",
    "Cambiar una raza o un poder; si no, tirar otra vez.",
    "Quitar un nivel a alguien.",
    "Elegir un resultado.",
  ],
};

const ALL: { [code: string]: Words } = { en, de, fr, es };
export const said: Words = ALL[language] || en;
