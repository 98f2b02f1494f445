import { isDeepStrictEqual } from "node:util";
import { audienceRoutes } from "@trunkline/contract/contacts/audience.ts";
import { insertAudience, listAudiences } from "../../store/contacts/audience.ts";
import { checkSelection, refuseUnknownVariables } from "../contacts/checkSelection.ts";
import { freeName, mapTexts, replacing } from "./bundleIds.ts";
import { checkedPart } from "./bundleRcs.ts";
import { type BundleImport, madeAs, mayDo, tell } from "./bundleReport.ts";

/** Audiences that conditions ask about. An equal one of the same name is used; custom fields and workflows are imported before. */
export async function importAudiences(to: BundleImport): Promise<void> {
  const { q, call, bundle } = to;
  if (bundle.audiences.length === 0) return;
  const there = await listAudiences(q, call.account);
  const taken = new Set(there.map((one) => one.name.toLowerCase()));
  const may = mayDo(to, "contact-admin");
  for (const [index, { audienceId, ...written }] of bundle.audiences.entries()) {
    const where = `body.audiences.${index}`;
    const { name, statements } = checkedPart(
      audienceRoutes.create.body!,
      mapTexts(written, replacing(to.ids, to.addresses)),
      where,
    );
    const item = { kind: "audience", name } as const;
    const same = there.find((one) => one.name === name && isDeepStrictEqual(one.statements, statements));
    if (same) {
      to.ids.set(audienceId, same.audienceId);
      tell(to, { ...item, outcome: "same", id: same.audienceId });
    } else if (!may)
      tell(to, {
        ...item,
        outcome: "missing",
        note: "Not created: creating audiences needs the privilege contact-admin",
      });
    else {
      checkSelection({ statements }, where);
      await refuseUnknownVariables(q, call.account, { statements }, where);
      const free = freeName(name, (text) => taken.has(text.toLowerCase()), 100);
      const id = await insertAudience(q, call.account, { name: free, statements });
      taken.add(free.toLowerCase());
      if (id !== null) to.ids.set(audienceId, id);
      tell(to, { ...item, ...madeAs(name, free), id });
    }
  }
}
