import { Anchor, Button, Drawer, Skeleton, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { rowsOf } from "../../../api/queries.ts";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { Time } from "../../../ui/text/Time.tsx";
import classes from "./Versions.module.css";
import type { Versioned } from "./versioned.ts";

interface Props {
  of: Versioned;
  /** The version shown on the canvas. */
  shown: number;
  close: () => void;
  open: (version: number, isNewest: boolean) => void;
}

/** The saved versions of a workflow, newest first, with author and time. */
export function Versions({ of, shown, close, open }: Props) {
  // no cache, because a cached first row might not be the newest version
  const versions = useInfiniteQuery({ ...of.pages, staleTime: 0, gcTime: 0 });
  const rows = rowsOf(versions.data);
  return (
    <Drawer opened onClose={close} position="right" size={340} title="Versions">
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
          {rows.map(({ version, created, createdBy, approvedBy }, index) => (
            <li key={version}>
              <button
                type="button"
                className={classes["version"]}
                aria-current={version === shown || undefined}
                onClick={() => open(version, index === 0)}
              >
                <span className={classes["name"]}>
                  {`Version ${version}`}
                  {index === 0 && <span className={classes["newest"]}>newest</span>}
                </span>
                <span className={classes["who"]}>
                  {createdBy} · <Time at={created} />
                  {approvedBy !== null && ` · approved by ${approvedBy}`}
                </span>
              </button>
            </li>
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
    </Drawer>
  );
}
