import { numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { parsePhone } from "@trunkline/workflow/parts/phone/phone.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import { codeOf, type Query } from "../../store/database.ts";
import {
  findNumberSet,
  findNumberSetNamed,
  insertNumberSet,
  listForeignNumbers,
  listNumberSets,
  lockNumberSet,
  type NumberSetRow,
  removeNumberSet,
  updateNumberSet,
} from "../../store/numbers/numberSet.ts";
import { refuseRegistered } from "../registration/registeredNumbers.ts";
import { refuseAssigned } from "../routing/routeNumbers.ts";

interface Body {
  name: string;
  phoneNumbers: string[];
}

/** Number sets, which workflows send from. */
export function registerNumberSet(api: Api): void {
  handle(api, numberSetRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => (await listNumberSets(q, account)).map(show)),
  );
  handle(api, numberSetRoutes.find, ({ db, account, params }) =>
    db.tx([account], (q) => findShown(q, account, params.numberSetId)),
  );
  handle(api, numberSetRoutes.create, (call) =>
    write(call, call.body, async (q, body) => {
      const id = await insertNumberSet(q, call.account, body);
      await audit(q, call, "numberSet.create", id, { name: body.name, numbers: body.phoneNumbers.length });
      return findShown(q, call.account, id);
    }),
  );
  handle(api, numberSetRoutes.update, (call) => {
    const { numberSetId } = call.params;
    return write(
      call,
      call.body,
      async (q, body) => {
        const before = await findNumberSet(q, call.account, numberSetId);
        const answeredBy = before?.routeTag;
        // The set's route answers them from now on.
        if (answeredBy)
          await refuseAssigned(q, call.account, { phones: body.phoneNumbers, numberSetIds: [] }, answeredBy);
        await refuseRegistered(q, call.account, numberSetId, body.phoneNumbers);
        await updateNumberSet(q, call.account, { ...body, numberSetId });
        const shown = await findShown(q, call.account, numberSetId);
        await auditChange(q, call, "numberSet.update", numberSetId, {
          about: { named: body.name },
          before: listed(before ?? { name: "", phoneNumbers: [] }),
          after: listed({ ...body, phoneNumbers: shown[0]?.phoneNumbers ?? [] }),
        });
        return shown;
      },
      numberSetId,
    );
  });
  handle(api, numberSetRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { numberSetId } = call.params;
      if (!(await lockNumberSet(q, call.account, numberSetId))) throw notFound("number set");
      const set = await findNumberSet(q, call.account, numberSetId);
      if (set && set.usedBy.length > 0) {
        const names = set.usedBy.map(({ campaignName }) => `"${campaignName}"`).join(", ");
        throw conflict(
          `The number set "${set.name}" is in use by ${names}. Choose another set there first`,
          "path.numberSetId",
          "number_set_in_use",
        );
      }
      if (set?.routeTag)
        throw conflict(
          `The number set "${set.name}" is answered by "${set.routeTag}". Remove it there first`,
          "path.numberSetId",
          "number_set_in_use",
        );
      if (set?.campaignRegistry)
        throw conflict(
          `The number set "${set.name}" is registered to a 10DLC campaign of "${set.campaignRegistry.brandName}". Deactivate that campaign first`,
          "path.numberSetId",
          "number_set_in_use",
        );
      await removeNumberSet(q, call.account, numberSetId);
      await audit(q, call, "numberSet.delete", numberSetId, { name: set?.name ?? null });
      return [{ id: numberSetId }];
    }),
  );
}

/** Validates a set against the account within the transaction that saves it. */
async function write<T>(
  call: Call,
  body: Body,
  work: (q: Query, body: Body) => Promise<T>,
  numberSetId?: string,
): Promise<T> {
  const { db, account } = call;
  const taken = () => conflict(`A number set named "${body.name}" already exists`, "body.name", "name_taken");
  try {
    return await db.tx([account], async (q) => {
      if (numberSetId !== undefined && !(await lockNumberSet(q, account, numberSetId))) throw notFound("number set");
      const phoneNumbers = [...new Set(body.phoneNumbers.map(readNumber))];
      const named = await findNumberSetNamed(q, account, body.name);
      if (named !== null && named !== numberSetId) throw taken();
      const [foreign] = await listForeignNumbers(q, account, phoneNumbers);
      if (foreign !== undefined)
        throw invalid(
          `${foreign} is not one of your numbers`,
          `body.phoneNumbers[${body.phoneNumbers.findIndex((phone) => readNumber(phone, 0) === foreign)}]`,
        );
      return work(q, { name: body.name, phoneNumbers });
    });
  } catch (error) {
    if (codeOf(error) === "23505") throw taken();
    throw error;
  }
}

function readNumber(text: string, index: number): string {
  const parsed = parsePhone(text);
  if ("problem" in parsed) throw invalid(`Phone "${text}": ${parsed.problem}`, `body.phoneNumbers[${index}]`);
  return parsed.e164;
}

async function findShown(q: Query, account: string, numberSetId: string) {
  const row = await findNumberSet(q, account, numberSetId);
  if (!row) throw notFound("number set");
  return [show(row)];
}

const listed = ({ name, phoneNumbers }: Pick<NumberSetRow, "name" | "phoneNumbers">) => ({ name, phoneNumbers });

const show = (row: NumberSetRow) => ({ ...row, created: row.created.toISOString() });
