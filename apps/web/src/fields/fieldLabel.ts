import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

const labels: Readonly<Record<string, string>> = {
  phone: "Phone",
  email: "Email",
  firstName: "First name",
  lastName: "Last name",
  address: "Address",
  city: "City",
  state: "State",
  postalCode: "Postal code",
  country: "Country",
  tags: "Tags",
  timezone: "Time zone",
  disposition: "Last disposition",
  dispositions: "All dispositions",
  "options.dnc": "Do not contact",
};
/** The label of a contact field. Custom fields use their name. */
export const fieldLabel = (variable: string): string => ownValue(labels, variable) ?? variable;
