import { createHash } from "node:crypto";
import type { MenuBook } from "@trunkline/workflow/voice/script.ts";
import type { CallSession } from "@trunkline/workflow/voice/session.ts";
import { type CallKey, findCallMenus } from "../store/calls/call.ts";
import type { Query } from "../store/database.ts";

/** Calls of one IVR share its menus. How many menus are cached. */
const most = 100;
const known = new Map<string, MenuBook>();
/** The keys of menus that are one object: reading all of them costs each call that begins. */
const keys = new WeakMap<MenuBook, string>();

/** The session as it is stored. Its menus are in the call's plan, once; each step only refers to them. */
export function withoutMenus(session: CallSession): CallSession {
  const { menus, ...plan } = session.plan;
  if (menus === undefined) return session;
  const menusKey = session.menusKey ?? keyOf(menus);
  keep(menusKey, menus);
  return { ...session, menusKey, plan };
}

function keyOf(menus: MenuBook): string {
  const found = keys.get(menus);
  if (found !== undefined) return found;
  const key = createHash("sha256").update(JSON.stringify(menus)).digest("base64url");
  keys.set(menus, key);
  return key;
}

/** The session with its menus again. */
export async function withMenus(q: Query, call: CallKey, session: CallSession): Promise<CallSession> {
  const { menusKey, plan } = session;
  if (menusKey === undefined || session.end !== null) return session;
  const menus = known.get(menusKey) ?? (await findCallMenus(q, call));
  if (menus === null) return session;
  keep(menusKey, menus);
  return { ...session, plan: { ...plan, menus } };
}

function keep(key: string, menus: MenuBook): void {
  // the one that was used last goes last
  known.delete(key);
  known.set(key, menus);
  const oldest = known.size > most ? known.keys().next().value : undefined;
  if (oldest !== undefined) known.delete(oldest);
}
