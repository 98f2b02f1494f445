import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { paths } from "../../../paths.ts";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { arrived, later } from "../../../ui/page/lazyPart.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import classes from "./Library.module.css";
import { LibraryCards } from "./LibraryCards.tsx";

const waiting = <Skeleton height={480} radius="md" />;
const LibraryWorkflowPage = later(async () => (await import("./LibraryWorkflowPage.tsx")).LibraryWorkflowPage, {
  shape: waiting,
});

/** Ready-made workflows: cards to choose from, and one of them with its drawing and texts (decision 0079). */
export function LibraryPage() {
  const [address] = useAddress();
  const loaded = useQuery({
    queryKey: ["workflow library"],
    queryFn: async () => (await arrived(() => import("@trunkline/workflow/library/library.ts"))).library,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const chosen = loaded.data?.find(({ key }) => key === address["workflow"]);
  if (chosen !== undefined) return <LibraryWorkflowPage key={chosen.key} chosen={chosen} />;
  return (
    <Page
      title="Workflow library"
      purpose="Ready-made workflows with texts. Choose one, make it yours, and change whatever you like in the editor."
      crumbs={[{ label: "Workflows", to: paths.campaigns }]}
    >
      {loaded.isError ? (
        <ErrorState title="Error loading page." problem={loaded.error} retry={() => void loaded.refetch()} />
      ) : loaded.data === undefined ? (
        <div className={classes["grid"]} role="status" aria-busy aria-label="Loading the library">
          {["a", "b", "c", "d", "e", "f"].map((card) => (
            <Skeleton key={card} height={168} radius="md" />
          ))}
        </div>
      ) : (
        <LibraryCards library={loaded.data} />
      )}
    </Page>
  );
}
