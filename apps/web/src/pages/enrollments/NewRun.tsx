import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { notAllowed, useMay } from "../../api/me.ts";
import { paths } from "../../paths.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";

/** Leads to the form of a run, for those who may run workflows. */
export function NewRun() {
  if (!useMay()("workflow-run")) return <ReasonButton reason={notAllowed}>New run</ReasonButton>;
  return (
    <Button component={PathLink} to={paths.createRunner} leftSection={<IconPlus size={16} />}>
      New run
    </Button>
  );
}
