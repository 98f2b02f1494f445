import type { Config } from "./config.ts";
import { isLoopback } from "./isLoopback.ts";

/** The demo's public sign-in. It works on this machine only. */
export const demoSignIn = { email: "demo@trunkline.local", name: "Demo User", password: "trunkline-demo" } as const;

/** Whether other machines can reach the program. */
export function isExposed(config: Pick<Config, "host" | "publicUrl">): boolean {
  return !isLoopback(config.host) || !isLoopback(new URL(config.publicUrl).hostname.replace(/^\[|\]$/g, ""));
}
