import { z } from "zod";
import type { ChannelKind } from "../../kind.ts";

const channel = (rest: Pick<ChannelKind, "nodeType" | "label" | "help" | "icon" | "hue" | "srcType">): ChannelKind => ({
  category: "channel",
  form: z.record(z.string(), z.never()).catch({}),
  defaults: {},
  fields: [],
  card: () => [],
  validate: () => [],
  ...rest,
});

/** Inbound calls. */
export const call = channel({
  nodeType: "inboundCall",
  label: "Inbound Call",
  help: "Calls to the numbers of this workflow.",
  icon: "phone-incoming",
  hue: "voice",
  srcType: "call",
});

/** Inbound texts. */
export const sms = channel({
  nodeType: "inboundSms",
  label: "Inbound SMS",
  help: "Texts to the numbers of this workflow.",
  icon: "message",
  hue: "sms",
  srcType: "sms",
});

/** Inbound RCS messages. */
export const rcs = channel({
  nodeType: "inboundRcs",
  label: "Inbound RCS",
  help: "RCS messages to the agents of this workflow's numbers.",
  icon: "message-circle",
  hue: "rcs",
  srcType: "rcs",
});
