import { hash, verify } from "@node-rs/argon2";

/** argon2id as OWASP advises it: 19 MiB, two passes (the library's default). */
export const hashPassword = (password: string): Promise<string> => hash(password);

// Answers for an e-mail that nobody has take as long as for one that somebody has.
const nobodys = hash("nobody's password");

/** Whether a password is the one behind the hash; without a hash it takes as long and is not. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const right = await verify(passwordHash ?? (await nobodys), password);
  return right && passwordHash !== null;
}
