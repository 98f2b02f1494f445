import { isDeepStrictEqual } from "node:util";
import { workGroupBody } from "@trunkline/contract/agents/workgroup.ts";
import { dispositionBody } from "@trunkline/contract/dispositions/disposition.ts";
import { insertWorkGroup, listWorkGroups } from "../../store/agents/workGroup.ts";
import {
  insertDisposition,
  listDispositions,
  lockWorkGroupsNamed,
  updateDisposition,
} from "../../store/dispositions/disposition.ts";
import { freeName } from "./bundleIds.ts";
import { checkedPart } from "./bundleRcs.ts";
import { type BundleImport, madeAs, mayDo, tell } from "./bundleReport.ts";

/** Work groups by name, without their members. */
export async function importWorkGroups(to: BundleImport): Promise<void> {
  const { q, call, bundle } = to;
  if (bundle.workGroups.length === 0) return;
  const there = new Set((await listWorkGroups(q, call.account)).map((one) => one.name.toLowerCase()));
  const may = mayDo(to, "user-admin");
  for (const [index, one] of bundle.workGroups.entries()) {
    const group = checkedPart(workGroupBody, { ...one, members: [] }, `body.workGroups.${index}`);
    const { name } = group;
    const item = { kind: "workGroup", name } as const;
    if (there.has(name.toLowerCase())) tell(to, { ...item, outcome: "same" });
    else if (!may)
      tell(to, { ...item, outcome: "left", note: "Not created: creating work groups needs the privilege user-admin" });
    else {
      const id = await insertWorkGroup(q, call.account, group);
      tell(to, { ...item, outcome: "new", id, note: "Has no members yet" });
    }
  }
}

/** Dispositions that start a workflow of the file. An equal one without a workflow is changed to start it. A used key gets a number. */
export async function importDispositions(to: BundleImport): Promise<void> {
  const { q, call, bundle } = to;
  if (bundle.dispositions.length === 0) return;
  if (!mayDo(to, "disposition-admin")) {
    for (const { key } of bundle.dispositions)
      tell(to, {
        kind: "disposition",
        name: key,
        outcome: "left",
        note: "Not created: creating dispositions needs the privilege disposition-admin",
      });
    return;
  }
  const there = new Map((await listDispositions(q, call.account)).map((one) => [one.key.toLowerCase(), one]));
  const taken = new Set(there.keys());
  const groups = await lockWorkGroupsNamed(q, call.account, [
    ...new Set(bundle.dispositions.flatMap((one) => one.workGroups)),
  ]);
  for (const [index, one] of bundle.dispositions.entries()) {
    const triggeredCampaignId = to.ids.get(one.triggeredCampaignId ?? "") ?? null;
    const body = checkedPart(dispositionBody, { ...one, triggeredCampaignId }, `body.dispositions.${index}`);
    const { key, description, selectable, tags, direction } = body;
    const workGroups = body.workGroups.filter((name) => groups.has(name.toLowerCase()));
    const draft = {
      description,
      selectable,
      tags,
      direction,
      triggeredCampaignId,
      workGroupIds: workGroups.map((name) => groups.get(name.toLowerCase()) ?? ""),
    };
    const known = there.get(key.toLowerCase());
    const isFree =
      known?.triggeredCampaignId === null &&
      known.key === key &&
      isDeepStrictEqual(
        [
          known.description,
          known.selectable,
          [...known.tags].sort(),
          known.direction,
          known.workGroups.map((name) => name.toLowerCase()).sort(),
        ],
        [description, selectable, [...tags].sort(), direction, workGroups.map((name) => name.toLowerCase()).sort()],
      );
    const item = { kind: "disposition", name: key } as const;
    if (known && isFree) {
      await updateDisposition(q, call.account, known.dispositionId, draft);
      tell(to, { ...item, outcome: "same", note: "Will start the workflow of this file" });
      continue;
    }
    const name = freeName(key, (text) => taken.has(text.toLowerCase()), 72);
    await insertDisposition(q, call.account, name, draft);
    taken.add(name.toLowerCase());
    tell(to, { ...item, ...madeAs(key, name) });
  }
}
