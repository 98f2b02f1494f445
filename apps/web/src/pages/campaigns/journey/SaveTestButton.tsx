import { IconChecklist } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import type { Journey } from "@trunkline/contract/journeys/journey.ts";
import { workflowTestRoutes } from "@trunkline/contract/workflows/workflowTests.ts";
import { useState } from "react";
import { callOne } from "../../../api/call.ts";
import { notAllowed, useMay } from "../../../api/me.ts";
import { useRefresh } from "../../../api/queries.ts";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { arrived } from "../../../ui/page/lazyPart.tsx";
import { toastError, toastSuccess, toastWarning } from "../../../ui/page/toast.tsx";

// the engine is loaded with it, and only then (decision 0077)
const loadTest = () => import("../../../tester/testOfRealJourney.ts");

/** Saves the journey as a test of its workflow, with its personal data replaced (decision 0082). */
export function SaveTestButton({ journey }: { journey: Journey }) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const mayEdit = useMay()("workflow-edit");
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { testOfRealJourney } = await arrived(loadTest);
      const { test, differsAt } = await testOfRealJourney(journey, client);
      const params = { campaignId: journey.campaignId };
      const saved = await callOne(workflowTestRoutes.create, { params, body: { test } });
      await refresh(workflowTestRoutes.list.path);
      toastSuccess("Test saved", `${saved.title}. Names, numbers and addresses of the contact were replaced.`);
      if (differsAt !== null)
        toastWarning(
          "The test differs from this journey",
          `From ${differsAt} on the journey could not be repeated, because the contact, the texts or the settings have changed. The test expects what happens now.`,
        );
    } catch (problem) {
      toastError("The test could not be saved", problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ReasonButton
      variant="default"
      leftSection={<IconChecklist size={16} />}
      reason={mayEdit ? undefined : notAllowed}
      loading={isBusy}
      onClick={() => void save()}
    >
      Save as test
    </ReasonButton>
  );
}
