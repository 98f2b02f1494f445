import { z } from "zod";

/** Who sends: an address, with a name where one is given. */
export interface Sender {
  name: string;
  address: string;
}

/** The operator's mail server, and who its mail is from. */
export interface MailSettings extends MailServer {
  from: Sender;
}

interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte; without it STARTTLS is used where the server offers it. */
  secure: boolean;
  user: string;
  password: string;
}

/** Reads smtp://user:password@host:port; null: it is no such address. */
function readMailUrl(text: string): MailServer | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if ((protocol !== "smtp:" && protocol !== "smtps:") || hostname === "") return null;
  if (`${pathname}${search}${hash}`.replace("/", "") !== "" || (username === "") !== (password === "")) return null;
  const secure = protocol === "smtps:";
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (secure ? 465 : 587) : Number(port),
      secure,
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
  } catch {
    return null;
  }
}

/** Reads an address, or a name and an address in angle brackets; null: it is neither. */
function readSender(text: string): Sender | null {
  const named = /^([^<>]*)<([^<>]*)>$/.exec(text.trim());
  const name = (named?.[1] ?? "").trim().replace(/^"(.*)"$/, "$1");
  const address = (named?.[2] ?? text).trim();
  return z.email().safeParse(address).success && !/\p{Cc}/u.test(name) ? { name, address } : null;
}

/** The mail server, as TRUNKLINE_MAIL_URL names it. */
export const mailUrl = z
  .string()
  .refine((text) => readMailUrl(text) !== null)
  .transform((text) => readMailUrl(text)!);

/** The sender, as TRUNKLINE_MAIL_FROM names it. */
export const mailFrom = z
  .string()
  .refine((text) => readSender(text) !== null)
  .transform((text) => readSender(text)!);
