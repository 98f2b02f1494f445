import { Skeleton } from "@mantine/core";
import { Page } from "../../ui/Page.tsx";

/** Loading face of this page. */
export function JourneyPage() {
  return (
    <Page title="Journey">
      <Skeleton height={320} />
    </Page>
  );
}
