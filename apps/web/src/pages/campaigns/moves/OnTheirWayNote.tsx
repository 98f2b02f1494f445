import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { journeyMoveRoutes } from "@trunkline/contract/runs/journeyMove.ts";
import { useState } from "react";
import { callOne } from "../../../api/call.ts";
import { paths } from "../../../paths.ts";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import classes from "../editor/Editor.module.css";

/** Says after a save that contacts are on their way on older versions, and leads to the page that moves them. */
export function OnTheirWayNote({ campaignId, version }: { campaignId: string; version: number }) {
  const [closed, setClosed] = useState(0);
  const found = useQuery({
    // every save makes another version
    queryKey: [journeyMoveRoutes.onTheirWay.path, campaignId, version],
    queryFn: ({ signal }) => callOne(journeyMoveRoutes.onTheirWay, { params: { campaignId }, query: {}, signal }),
  }).data;
  if (found === undefined || found.total === 0 || closed === version) return null;
  return (
    <div className={classes["past"]} role="note">
      <span>
        {`${plural(found.total, "contact")} ${found.total === 1 ? "is" : "are"} on their way on older versions and ${found.total === 1 ? "stays" : "stay"} there.`}
      </span>
      <span className={classes["spring"]} />
      <Button size="compact-sm" component={PathLink} to={paths.onTheirWay(campaignId)}>
        Choose what happens
      </Button>
      <ActionIcon variant="subtle" color="gray" aria-label="Close note" onClick={() => setClosed(version)}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
