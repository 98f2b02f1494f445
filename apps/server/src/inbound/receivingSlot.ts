/** Counting rows that belong to no worker's slot: each process that receives has some of its own. */
export const receivingSlot = 20_000 + Math.floor(Math.random() * 10_000);
