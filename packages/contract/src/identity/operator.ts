import { z } from "zod";
import { id, route } from "../route.ts";
import { days } from "./user.ts";

/** An account that the operator made, and the invitation of its owner. */
const operatorAccount = z.object({
  accountSid: id,
  name: z.string(),
  owner: z.string(),
  /** When the invitation ends. */
  expires: z.string(),
  /** The owner's one-time link, where it was not mailed; shown once. */
  invitationUrl: z.string().optional(),
  /** Where mail is set up: that the invitation was mailed, or why not. */
  invitationMail: z.string().optional(),
});

/** What an account is made of; `trunkline account create` checks by it as well. */
export const operatorAccountBody = z.strictObject({
  name: z
    .string({ error: "Account name is required" })
    .trim()
    .min(1, "Account name is required")
    .max(100, "Account name must have at most 100 characters"),
  owner: z.email({ error: "Owner must be a valid e-mail address" }).max(254),
  days,
});

/** Requests of whoever runs the installation, under TRUNKLINE_OPERATOR_TOKEN (readings, Accounts). */
export const operatorRoutes = {
  createAccount: route({
    method: "POST",
    path: "/v4/operator/account/",
    summary: "Create an account and invite its owner; sent again before the owner has joined, it renews the invitation",
    caller: "operator",
    privilege: null,
    body: operatorAccountBody,
    secretAnswer: true,
    item: operatorAccount,
  }),
};
