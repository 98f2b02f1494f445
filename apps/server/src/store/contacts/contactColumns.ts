import { contactTexts } from "../../csv/contactTexts.ts";

/** Columns that hold a contact's texts, the phone first. */
export const textColumns = contactTexts.map(({ column }) => column);

/** Text columns that a change sets directly. The phone is unique and has rules of its own. */
export const plainTextColumns = textColumns.filter((column) => column !== "phone");

/** The column of a contact's field. */
export const columnOfField: ReadonlyMap<string, string> = new Map(
  contactTexts.map(({ field, column }): [string, string] => [field, column]),
);

/** A contact's texts over the table `c`, under their names in the API. */
export const selectedTexts = contactTexts
  .map(({ field, column }) => `c.${column}${field === column ? "" : ` "${field}"`}`)
  .join(", ");

/** What journeys read of a contact, over the table `c`, where many are read: arrays and custom fields as their text, null when empty. */
export const contactTextColumns = `${selectedTexts}, nullif(c.zones, '{}')::text zones, c.zones_from "zonesFrom",
  nullif(c.tags, '{}')::text tags, nullif(c.extdata, '{}')::text extdata, c.dnc`;

/** What journeys and routes read of a contact, over the table `c`. */
export const engineColumns = `${selectedTexts}, c.tags, c.extdata, c.zones, c.zones_from "zonesFrom", c.dnc`;
