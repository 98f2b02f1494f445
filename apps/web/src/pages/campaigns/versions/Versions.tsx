import { Anchor, Button, Drawer, Skeleton, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { WorkflowVersion } from "@trunkline/contract/workflows/version.ts";
import { useState } from "react";
import { useMay } from "../../../api/me.ts";
import { rowsOf } from "../../../api/queries.ts";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { LabelVersion } from "./LabelVersion.tsx";
import { VersionRow } from "./VersionRow.tsx";
import classes from "./Versions.module.css";
import type { Versioned } from "./versioned.ts";

interface Props {
  of: Versioned;
  /** The version shown on the canvas. */
  shown: number;
  close: () => void;
  open: (version: number, isNewest: boolean) => void;
  compare: (version: number) => void;
}

/** The saved versions of a workflow, newest first, with names, notes, authors and times. */
export function Versions({ of, shown, close, open, compare }: Props) {
  const mayEdit = useMay()("workflow-edit");
  const [named, setNamed] = useState<WorkflowVersion | null>(null);
  // no cache, because a cached first row might not be the newest version
  const versions = useInfiniteQuery({ ...of.pages, staleTime: 0, gcTime: 0 });
  const rows = rowsOf(versions.data);
  return (
    <Drawer opened onClose={close} position="right" size={440} title="Versions">
      {of.onTheirWay !== undefined && (rows?.length ?? 0) > 1 && (
        <Anchor component={PathLink} to={of.onTheirWay} display="block" fz="sm" mb={8}>
          Contacts on their way on older versions
        </Anchor>
      )}
      {versions.isError && rows === undefined ? (
        <ErrorState title="Error loading versions" problem={versions.error} retry={() => versions.refetch()} />
      ) : rows === undefined ? (
        <Stack gap={8} aria-busy>
          <Skeleton height={44} />
          <Skeleton height={44} />
        </Stack>
      ) : (
        <ol className={classes["list"]} aria-label="Versions">
          {rows.map((version, index) => (
            <VersionRow
              key={version.version}
              version={version}
              isNewest={index === 0}
              isShown={version.version === shown}
              href={of.href(version.version)}
              mayEdit={mayEdit}
              open={() => open(version.version, index === 0)}
              compare={() => compare(version.version)}
              rename={() => setNamed(version)}
            />
          ))}
        </ol>
      )}
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed">
          No versions yet. Each save creates a version that you can view and restore here.
        </Text>
      )}
      {versions.hasNextPage && (
        <Button
          mt={8}
          fullWidth
          variant="default"
          loading={versions.isFetchingNextPage}
          onClick={() => void versions.fetchNextPage()}
        >
          Older versions
        </Button>
      )}
      {named !== null && (
        <LabelVersion of={of} version={named} close={() => setNamed(null)} done={() => void versions.refetch()} />
      )}
    </Drawer>
  );
}
