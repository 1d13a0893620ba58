// What a table needs after the first move, or only now and then: a file of its own, fetched when nobody waits for it.

export { default as Ending } from "../ending/Ending.svelte";
export { default as FairPanel } from "./FairPanel.svelte";
export { default as Keys } from "./Keys.svelte";
export { default as Log } from "./Log.svelte";
export { default as Menu } from "./Menu.svelte";
export { default as RulesSheet } from "./RulesSheet.svelte";
export { default as ScoreSheet } from "./ScoreSheet.svelte";
export { default as ScoringTable } from "../parts/ScoringTable.svelte";
export { default as Sheet } from "../parts/Sheet.svelte";
export { default as ShareSheet } from "./ShareSheet.svelte";
