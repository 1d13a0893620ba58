// What a table with cards needs besides: a file of its own, fetched where there are any.

export { default as AimDock } from "../cards/AimDock.svelte";
export { default as CardsOnTable } from "../cards/CardsOnTable.svelte";
export { default as Clip } from "../cards/Clip.svelte";
export { default as Hand } from "../cards/Hand.svelte";
export { default as Passing } from "./Passing.svelte";
