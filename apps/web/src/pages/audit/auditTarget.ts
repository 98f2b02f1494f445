import type { AuditRow } from "@trunkline/contract/audit/audit.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { paths, sectionPaths } from "../../paths.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const workflow = (id: string): string => (uuid.test(id) ? paths.editCampaign(id) : paths.editInbound(id));
const webhooks = sectionPaths("webhooks");

/** The page of a thing, by the first word of the action and its target. */
const pageOf: Readonly<Record<string, (target: string) => string>> = {
  agent: paths.contact,
  approval: workflow,
  audience: paths.editAudience,
  brand: paths.editBrand,
  call: paths.call,
  campaign: workflow,
  connection: webhooks.editConnection,
  contact: paths.contact,
  emailTemplate: paths.editEmailTemplate,
  ivr: paths.editIvr,
  liveList: paths.editLiveList,
  numberSet: paths.editNumberSet,
  phone: paths.call,
  rcsTemplate: paths.editRcs,
  report: paths.report,
  route: workflow,
  routeTest: workflow,
  template: paths.editTemplate,
  tenDlcCampaign: paths.editTenDlc,
  user: paths.user,
  webhook: webhooks.edit,
  workGroup: paths.editWorkGroup,
  workflow,
  workflowTest: workflow,
};
/** Actions after which there is no such page, or whose target is something else. */
const withoutPage = /\.(delete|remove|invite)$|^contact\.(bulk|import)(\.|$)|^phone\.own$/;
/** Details that name the thing, the first one that there is. */
const names = ["name", "title", "displayName", "fileName", "email"];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const nameIn = (data: unknown): string | undefined =>
  isRecord(data)
    ? names
        .map((name) => ownValue(data, name))
        .find((value): value is string => typeof value === "string" && value !== "")
    : undefined;

/** What an entry is about: its name where the entry has it, and the address of its page. Null: about nothing in particular. */
export function targetOf({
  action,
  target,
  data,
}: Pick<AuditRow, "action" | "target" | "data">): { words: string; to: string | null } | null {
  if (target === null) return null;
  const page = ownValue(pageOf, action.split(".")[0] ?? "");
  return {
    words: nameIn(data) ?? nameIn(data?.["to"]) ?? target,
    to: page === undefined || withoutPage.test(action) ? null : page(target),
  };
}
