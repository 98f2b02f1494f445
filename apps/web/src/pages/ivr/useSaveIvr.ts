import { routeDestinationRoutes, routeTagRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import { ivrRoutes } from "@trunkline/contract/routing/ivr.ts";
import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { ApiFailure, call, callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { type IvrDraft, routeOf, savedIvr } from "./ivrDraft.ts";

/** The result of a save: the stored version, if any, and whether all steps succeeded. */
export interface SaveResult {
  isDone: boolean;
  stored?: Ivr;
}

/** The saved state of the IVR that is being edited. */
export interface StoredIvr {
  version: number;
  /** The hold music as loaded. */
  mohUrl: string;
  hasRoute: boolean;
}

/** The request sequences of spec 3 §4, with the error message of the failed step (§8). */
export function useSaveIvr() {
  const refresh = useRefresh();
  // after a failure only the options are reloaded, and the form keeps its values
  const renew = (isDone: boolean) => refresh("/v4/number", ...(isDone ? ["/v4/ivr", "/v4/route"] : []));
  return {
    async create(draft: IvrDraft): Promise<SaveResult> {
      const result = await createIvr(draft);
      void renew(result.isDone);
      return result;
    },
    async update(draft: IvrDraft, before: StoredIvr): Promise<SaveResult> {
      const result = await updateIvr(draft, before);
      void renew(result.isDone);
      return result;
    },
  };
}

/** Runs a step and reports a failure under the step's title. */
async function step<T>(title: string, does: () => Promise<T>): Promise<{ value: T } | null> {
  try {
    return { value: await does() };
  } catch (problem) {
    toastError(title, problem);
    return null;
  }
}

const failedRoute = "Exception while processing.";

async function createIvr(draft: IvrDraft): Promise<SaveResult> {
  const ivr = savedIvr(draft);
  const tag = ivr.ivrName;
  if (!(await step(failedRoute, () => makeTag(ivr)))) return { isDone: false };
  const isWhole =
    (await step(failedRoute, () => call(routeDestinationRoutes.create, { body: routeOf(ivr, draft.mohUrl) }))) !==
      null &&
    (await step("Error assigning route tags.", () => assign(tag, draft))) !== null &&
    (await step("Error creating IVR Menu.", () => call(ivrRoutes.create, { body: ivr }))) !== null;
  if (!isWhole) {
    // a tag without a destination would answer with silence and block its name for the next attempt
    await call(routeTagRoutes.remove, { params: { routeTag: tag }, query: { forceDelete: "true" } }).catch(() => {});
    return { isDone: false };
  }
  toastSuccess("IVR created successfully", tag);
  return { isDone: true };
}

/** Creates the route tag, replacing one left behind by a failed creation. */
async function makeTag({ ivrName: routeTag, configurationOptions: { description } }: Ivr): Promise<void> {
  const body = { routeTag, description };
  try {
    await call(routeTagRoutes.create, { body });
  } catch (problem) {
    if (!(problem instanceof ApiFailure && problem.status === 409 && (await isLeftOver(routeTag)))) throw problem;
    await call(routeTagRoutes.remove, { params: { routeTag }, query: { forceDelete: "true" } });
    await call(routeTagRoutes.create, { body });
  }
}

/** True if the tag belongs to an IVR that does not exist. */
async function isLeftOver(routeTag: string): Promise<boolean> {
  const { ivr } = await callOne(routeTagRoutes.find, { params: { routeTag } });
  if (!ivr) return false;
  return callOne(ivrRoutes.find, { params: { name: routeTag } }).then(
    () => false,
    (problem) => problem instanceof ApiFailure && problem.status === 404,
  );
}

const assign = (routeTag: string, { numbers, numberSetIds }: IvrDraft) =>
  call(routeTagRoutes.assign, { params: { routeTag }, body: { numbers, numberSetIds } });

async function updateIvr(draft: IvrDraft, before: StoredIvr): Promise<SaveResult> {
  const ivr = savedIvr(draft);
  if (!(await putRoute(ivr, draft.mohUrl, before))) return { isDone: false };
  const saved = await step("Error saving IVR Menu.", () => putIvr(ivr, before.version));
  if (!saved?.value) return { isDone: false };
  const stored = saved.value;
  if (!(await step("Error assigning route tags.", () => assign(ivr.ivrName, draft)))) return { isDone: false, stored };
  toastSuccess("IVR edited successfully", ivr.ivrName);
  return { isDone: true, stored };
}

/** Updates the hold music if it is or was set. Creates the route of an IVR without one. */
async function putRoute(ivr: Ivr, mohUrl: string, before: StoredIvr): Promise<boolean> {
  const body = routeOf(ivr, mohUrl);
  if (!before.hasRoute)
    return (
      (await step(failedRoute, async () => {
        await makeTag(ivr).catch((problem) => {
          if (!(problem instanceof ApiFailure && problem.status === 409)) throw problem;
        });
        await call(routeDestinationRoutes.create, { body });
      })) !== null
    );
  if (mohUrl === "" && before.mohUrl === "") return true;
  const done = await step(failedRoute, () =>
    call(routeDestinationRoutes.update, { params: { name: body.name }, body }),
  );
  if (done) toastSuccess("Hold music updated successfully");
  return done !== null;
}

/** Saves the IVR and asks before overwriting another user's version. Null if the user keeps editing. */
async function putIvr(ivr: Ivr, basedOn: number): Promise<Ivr | null> {
  const params = { name: ivr.ivrName };
  try {
    return await callOne(ivrRoutes.update, { params, body: { ...ivr, basedOn } });
  } catch (problem) {
    if (!(problem instanceof ApiFailure) || problem.errors[0]?.code !== "newer_version") throw problem;
    const isSure = await confirm({
      title: "Another user saved this IVR",
      consequence: `${problem.message.split(". ")[0]}. Their version stays under Earlier versions.`,
      confirm: "Overwrite",
      cancel: "Keep editing",
    });
    return isSure ? callOne(ivrRoutes.update, { params, body: ivr }) : null;
  }
}
