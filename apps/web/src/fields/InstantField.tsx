import { TextInput } from "@mantine/core";
import { type FieldProps, useForm } from "./formContext.ts";

/** Minutes east of UTC as `+hh:mm`. */
function offsetText(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

/** A saved date for the browser's input: local time without an offset. */
function wallClock(value: unknown, isLocal: boolean): string {
  if (typeof value !== "string" && typeof value !== "number") return "";
  if (isLocal) return String(value).slice(0, 16);
  const date = new Date(typeof value === "string" && /^\d{10,15}$/.test(value) ? Number(value) : value);
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A date and time in the user's zone or in the node's zone, up to a year ahead (spec 2 §5.2). */
export function InstantField({ field, place, value, disabled, draft, onChange }: FieldProps<"instant">) {
  const { errorAt } = useForm();
  const isLocal = field.local?.(draft) ?? false;
  const now = new Date();
  const [today] = wallClock(now.toISOString(), false).split("T");
  const [inAYear] = wallClock(new Date(now.getTime() + 365 * 86_400_000).toISOString(), false).split("T");
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const save = (text: string) =>
    onChange(text === "" ? "" : isLocal ? `${text}:00` : `${text}:00${offsetText(new Date(text))}`);
  return (
    <TextInput
      type="datetime-local"
      label={field.label}
      description={disabled ?? field.help ?? (isLocal ? "In the time zone below." : `In your time zone, ${ownZone}.`)}
      withAsterisk={field.required}
      min={`${today}T00:00`}
      max={`${inAYear}T23:59`}
      disabled={disabled !== undefined}
      value={wallClock(value, isLocal)}
      onChange={(event) => save(event.currentTarget.value)}
      error={errorAt(place)}
    />
  );
}
