/** Counting rows that belong to no worker's slot. Each receiving process has its own. */
export const receivingSlot = 20_000 + Math.floor(Math.random() * 10_000);
