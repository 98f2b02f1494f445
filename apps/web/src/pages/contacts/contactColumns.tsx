import { Anchor } from "@mantine/core";
import type { Contact } from "@trunkline/contract/contacts/contact.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { fieldLabel } from "../../fields/fieldLabel.ts";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import type { Column } from "../../ui/table/column.ts";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { contactName } from "./contactName.ts";

const plainField = (
  id: "email" | "city" | "state" | "postalCode" | "country" | "address",
  width: number,
  more: Partial<Column<Contact>> = {},
): Column<Contact> => ({
  id,
  header: fieldLabel(id),
  cell: (row) => row[id] || "---",
  value: (row) => row[id],
  sortable: id === "email",
  width,
  ...more,
});

export const dncNames = { sms: "Texts", call: "Calls", rcs: "RCS" } as const;
const dncText = (row: Contact): string =>
  row.dnc.length === 3 ? "Everything" : row.dnc.map((type) => dncNames[type]).join(", ");

/** Columns of the contacts table. The server sorts by the columns of `contactSort`. Custom fields are hidden by default. */
export const contactColumns = (customFields: readonly string[]): Column<Contact>[] => [
  ...builtIn,
  ...customFields.map(
    (name): Column<Contact> => ({
      id: `extdata.${name}`,
      header: name,
      cell: (row) => ownValue(row.extdata, name) || "---",
      value: (row) => ownValue(row.extdata, name),
      sortable: false,
      width: 140,
      hidden: true,
    }),
  ),
];

const builtIn: readonly Column<Contact>[] = [
  {
    id: "firstName",
    header: "Name",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.contact(row.contactId)} inherit fw={500}>
        {contactName(row)}
      </Anchor>
    ),
    value: contactName,
    width: 160,
    always: true,
  },
  {
    id: "lastName",
    header: "Last name",
    cell: (row) => row.lastName || "---",
    value: (row) => row.lastName,
    width: 140,
    hidden: true,
  },
  {
    id: "phone",
    header: "Phone",
    cell: (row) => <span className="figures">{formatPhone(row.phone)}</span>,
    value: (row) => row.phone,
    width: 152,
  },
  plainField("email", 182),
  plainField("city", 110),
  plainField("state", 72),
  plainField("address", 180, { hidden: true }),
  plainField("postalCode", 110, { hidden: true }),
  plainField("country", 100, { hidden: true }),
  {
    id: "tags",
    header: "Tags",
    cell: (row) => (row.tags.length === 0 ? "---" : row.tags.join(", ")),
    value: (row) => row.tags.join(", "),
    sortable: false,
    width: 110,
  },
  {
    id: "dnc",
    header: "Do not contact",
    cell: (row) => (row.dnc.length === 0 ? "---" : <StatusBadge tone="failed">{dncText(row)}</StatusBadge>),
    value: dncText,
    sortable: false,
    width: 130,
  },
  {
    id: "created",
    header: "Created",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 170,
  },
  {
    id: "archived",
    header: "Status",
    cell: (row) =>
      row.archived ? <StatusBadge tone="off">Archived</StatusBadge> : <StatusBadge tone="done">Active</StatusBadge>,
    value: (row) => (row.archived ? "Archived" : "Active"),
    sortable: false,
    width: 110,
    hidden: true,
  },
];
