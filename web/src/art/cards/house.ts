// The ten cards of the house deck.

import { byId } from "./naming";

export default byId(import.meta.glob<string>("./house/*.svg", { query: "?raw", import: "default", eager: true }));
