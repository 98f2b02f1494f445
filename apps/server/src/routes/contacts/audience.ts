import { type Audience, audienceRoutes } from "@trunkline/contract/contacts/audience.ts";
import type { Statement } from "@trunkline/contract/contacts/contact.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import {
  type AudienceRow,
  findAudience,
  insertAudience,
  listAudiences,
  listAudiencesOf,
  lockAudience,
  removeAudience,
  updateAudience,
} from "../../store/contacts/audience.ts";
import { codeOf, type Query } from "../../store/database.ts";
import { checkSelection, refuseUnknownVariables } from "./checkSelection.ts";
import { needContact } from "./needContact.ts";

/** Saved audiences (decision 0095). */
export function registerAudience(api: Api): void {
  handle(api, audienceRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => (await listAudiences(q, account)).map(show)),
  );
  handle(api, audienceRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => [show(await needAudience(q, account, params.audienceId))]),
  );
  handle(api, audienceRoutes.ofContact, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      const { contactId } = await needContact(q, account, params.contactId);
      return listAudiencesOf(q, account, contactId);
    }),
  );
  handle(api, audienceRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account } = call;
      const draft = await checkDraft(q, account, call.body);
      const audienceId = await insertAudience(q, account, draft);
      if (audienceId === null) throw nameTaken(draft.name);
      await audit(q, call, "audience.create", audienceId, listed(draft));
      return [show(await needAudience(q, account, audienceId))];
    }),
  );
  handle(api, audienceRoutes.update, async (call) => {
    const { account, params, body } = call;
    try {
      return await call.db.tx([account], async (q) => {
        const before = await needLocked(q, account, params.audienceId);
        const draft = await checkDraft(q, account, body);
        await updateAudience(q, account, before.audienceId, draft);
        const change = { before: listed(before), after: listed(draft) };
        await auditChange(q, call, "audience.update", before.audienceId, change);
        return [show(await needAudience(q, account, before.audienceId))];
      });
    } catch (error) {
      if (codeOf(error) === "23505") throw nameTaken(body.name);
      throw error;
    }
  });
  handle(api, audienceRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const row = await needLocked(q, call.account, call.params.audienceId);
      if (row.usedBy.length > 0) throw conflict(describeUse(row), undefined, "audience_in_use");
      await removeAudience(q, call.account, row.audienceId);
      await audit(q, call, "audience.delete", row.audienceId, { name: row.name });
      return [{ id: row.audienceId }];
    }),
  );
}

interface Draft {
  name: string;
  statements: Statement[];
}

async function checkDraft(q: Query, account: string, { name, statements }: Draft): Promise<Draft> {
  const draft = checkSelection({ name, statements }, "body");
  await refuseUnknownVariables(q, account, draft, "body");
  return draft;
}

const nameTaken = (name: string) => conflict(`An audience named "${name}" already exists`, "body.name", "name_taken");

async function needAudience(q: Query, account: string, audienceId: string): Promise<AudienceRow> {
  const row = await findAudience(q, account, audienceId);
  if (!row) throw notFound("audience");
  return row;
}

/** The audience, which nothing starts to use until the transaction ends. */
async function needLocked(q: Query, account: string, audienceId: string): Promise<AudienceRow> {
  if (!(await lockAudience(q, account, audienceId, "change"))) throw notFound("audience");
  return needAudience(q, account, audienceId);
}

const namedAtMost = 5;

/** The users of an audience in a sentence, the first ones by name. */
function describeUse({ name, usedBy }: AudienceRow): string {
  const named = usedBy.slice(0, namedAtMost).map((one) => `the ${one.kind} "${one.name}"`);
  const rest = usedBy.length - named.length;
  const all = rest > 0 ? [...named, `${rest} more`] : named;
  const users = all.length === 1 ? all[0] : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
  const how = usedBy.some(({ kind }) => kind === "workflow") ? "Stop or change" : "Stop or cancel";
  return `"${name}" is used by ${users}. ${how} them before you delete it.`;
}

/** The editable fields of an audience for the audit log. */
const listed = ({ name, statements }: Draft) => ({ name, statements });

const show = ({ created, updated, ...row }: AudienceRow): Audience => ({
  ...row,
  created: created.toISOString(),
  updated: updated.toISOString(),
});
