import { bundleRoutes } from "@trunkline/contract/workflows/bundle.ts";
import type { LibraryWorkflow } from "@trunkline/workflow/library/libraryWorkflow.ts";
import { useState } from "react";
import { callOne } from "../../../api/call.ts";
import { useRefresh } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { arrived } from "../../../ui/page/lazyPart.tsx";
import { toastCreationErrors, toastInfo, toastSuccess } from "../../../ui/page/toast.tsx";
import { useGo } from "../../../ui/page/useGo.ts";

/** Creates a workflow of the library with everything that it uses, in one import, and opens it. */
export function useLibraryWorkflow() {
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const go = useGo();
  const create = async (bundle: LibraryWorkflow["bundle"], numberSet: string | null) => {
    setBusy(true);
    const name = bundle.numberSetName ?? "";
    try {
      const body = {
        ...(await withTests(bundle)),
        ...(numberSet !== null && { choices: { numberSet: { [name]: numberSet } } }),
      };
      const made = await callOne(bundleRoutes.import, { body });
      await refresh("/v4/");
      const inbound = made.items.find(({ kind }) => kind === "inbound");
      const title = inbound === undefined ? made.campaignName : (inbound.to ?? inbound.name);
      toastSuccess("Created workflow", title);
      const left = made.items.flatMap(({ outcome, note }) => (outcome === "left" && note !== null ? [note] : []));
      if (left.length > 0) toastInfo("Not everything was created", left.join(" "));
      go(
        inbound === undefined && made.campaignId !== null
          ? paths.editCampaign(made.campaignId)
          : paths.editInbound(title),
      );
    } catch (problem) {
      setBusy(false);
      toastCreationErrors("Error creating workflow", problem);
    }
  };
  return { create, isBusy };
}

/** The workflow with tests of its paths, which have the user's own texts. */
async function withTests(bundle: LibraryWorkflow["bundle"]): Promise<LibraryWorkflow["bundle"]> {
  const { addTests } = await arrived(() => import("../../../tester/addTests.ts"));
  return addTests(bundle);
}
