import { z } from "zod";

/** The sender: an address with an optional name. */
export interface Sender {
  name: string;
  address: string;
}

/** The operator's mail server and its sender. */
export interface MailSettings extends MailServer {
  from: Sender;
}

interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte. Otherwise STARTTLS is used if the server offers it. */
  secure: boolean;
  user: string;
  password: string;
}

/** Parses smtp://user:password@host:port. Returns null for anything else. */
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

/** Parses an address, or a name with an address in angle brackets. Returns null for anything else. */
function readSender(text: string): Sender | null {
  const named = /^([^<>]*)<([^<>]*)>$/.exec(text.trim());
  const name = (named?.[1] ?? "").trim().replace(/^"(.*)"$/, "$1");
  const address = (named?.[2] ?? text).trim();
  return z.email().safeParse(address).success && !/\p{Cc}/u.test(name) ? { name, address } : null;
}

/** The mail server in the form of TRUNKLINE_MAIL_URL. */
export const mailUrl = z
  .string()
  .refine((text) => readMailUrl(text) !== null)
  .transform((text) => readMailUrl(text)!);

/** The sender in the form of TRUNKLINE_MAIL_FROM. */
export const mailFrom = z
  .string()
  .refine((text) => readSender(text) !== null)
  .transform((text) => readSender(text)!);
