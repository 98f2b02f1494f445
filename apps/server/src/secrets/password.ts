import { hash, verify } from "@node-rs/argon2";

/** argon2id with OWASP's parameters: 19 MiB and two passes (the library's default). */
export const hashPassword = (password: string): Promise<string> => hash(password);

// A check for an unknown e-mail takes as long as for a known one.
const unusedHash = hash("an unused password");

/** Verifies a password. Without a hash it returns false after the same time. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const right = await verify(passwordHash ?? (await unusedHash), password);
  return right && passwordHash !== null;
}
