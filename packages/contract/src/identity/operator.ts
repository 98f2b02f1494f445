import { z } from "zod";
import { id, route } from "../route.ts";
import { days } from "./user.ts";

/** An account created by the operator, and its owner's invitation. */
const operatorAccount = z.object({
  accountSid: id,
  name: z.string(),
  owner: z.string(),
  /** When the invitation expires. */
  expires: z.string(),
  /** The owner's one-time link when it was not e-mailed. Shown once. */
  invitationUrl: z.string().optional(),
  /** When e-mail is set up: whether the invitation was sent, or why not. */
  invitationMail: z.string().optional(),
});

/** Fields of a new account, also checked by `trunkline account create`. */
export const operatorAccountBody = z.strictObject({
  name: z
    .string({ error: "Account name is required" })
    .trim()
    .min(1, "Account name is required")
    .max(100, "Account name must have at most 100 characters"),
  owner: z.email({ error: "Owner must be a valid e-mail address" }).max(254),
  days,
});

/** Requests of the installation's operator, authorized by TRUNKLINE_OPERATOR_TOKEN (readings, Accounts). */
export const operatorRoutes = {
  createAccount: route({
    method: "POST",
    path: "/v4/operator/account/",
    summary: "Create an account and invite its owner",
    description: "Sending it again before the owner has joined renews the invitation.",
    caller: "operator",
    privilege: null,
    body: operatorAccountBody,
    secretAnswer: true,
    item: operatorAccount,
  }),
};
