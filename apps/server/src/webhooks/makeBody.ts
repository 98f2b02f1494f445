import { randomBytes } from "node:crypto";
import type { WebhookFields } from "../store/webhooks/webhook.ts";
import type { RequestSource } from "./requestSource.ts";

/** A body with its media type. Undefined if the method has no body. */
export interface MadeBody {
  body: string | undefined;
  contentType: string;
}

/** Thrown when a body does not match its content type. */
export class BodyError extends Error {
  override name = "BodyError";
}

/** The body of a webhook in its content type (spec 2 §3.6). Without a template it is the event, as JSON or as fields. */
export function makeBody(
  { httpMethod, contentType, bodyTemplate }: Pick<WebhookFields, "httpMethod" | "contentType" | "bodyTemplate">,
  { event }: Pick<RequestSource, "event">,
  fill: (text: string) => string,
): MadeBody {
  const json = "application/json";
  if (httpMethod === "GET") return { body: undefined, contentType: json };
  const template = bodyTemplate.trim();
  switch (contentType) {
    case "JSON":
      return { body: template === "" ? JSON.stringify(event) : fillJson(template, fill), contentType: json };
    case "FORM-DATA": {
      const form = new URLSearchParams(template === "" ? event.data : fieldsOf(template, fill));
      return { body: form.toString(), contentType: "application/x-www-form-urlencoded" };
    }
    case "MULTIPART-FORM-DATA": {
      const boundary = `trunkline-${randomBytes(12).toString("hex")}`;
      const parts = Object.entries(template === "" ? event.data : fieldsOf(template, fill)).map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, "_")}"\r\n\r\n${value}\r\n`,
      );
      return {
        body: `${parts.join("")}--${boundary}--\r\n`,
        contentType: `multipart/form-data; boundary=${boundary}`,
      };
    }
  }
}

/**
 * A template that is valid JSON is filled string by string, so that values cannot break out of their quotes. Any other template is filled as a whole and must result in JSON.
 */
function fillJson(template: string, fill: (text: string) => string): string {
  const parsed = parseJson(template);
  if (parsed !== undefined) return JSON.stringify(fillIn(parsed.value, fill));
  const filled = fill(template);
  if (parseJson(filled) === undefined) throw new BodyError("with this contact's values the body is not valid JSON");
  return filled;
}

function fillIn(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((item) => fillIn(item, fill));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [fill(name), fillIn(item, fill)]));
}

/** Form fields: the members of a JSON object, or name=value parts separated by lines or `&`. */
function fieldsOf(template: string, fill: (text: string) => string): Record<string, string> {
  const parsed = parseJson(template)?.value;
  if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
    return Object.fromEntries(
      Object.entries(parsed).map(([name, value]) => [
        fill(name),
        typeof value === "string" ? fill(value) : JSON.stringify(fillIn(value, fill)),
      ]),
    );
  const fields = template
    .split(/\r?\n|&/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf("=");
      return at < 0 ? [fill(field), ""] : [fill(field.slice(0, at)), fill(field.slice(at + 1))];
    }),
  );
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
