// Doors and treasures of Munchkin Dice.

import { byId } from "./naming";

export default byId(import.meta.glob<string>("./munchkin-dice/*.svg", { query: "?raw", import: "default", eager: true }));
