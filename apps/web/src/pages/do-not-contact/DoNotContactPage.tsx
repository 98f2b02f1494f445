import { Button, Tabs } from "@mantine/core";
import { IconFileImport, IconPlus } from "@tabler/icons-react";
import { useMay } from "../../api/me.ts";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import pageTabs from "../../ui/page/PageTabs.module.css";
import { useAddress } from "../../ui/page/useAddress.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import { AccountList } from "./AccountList.tsx";
import classes from "./DoNotContactPage.module.css";
import { FederalList } from "./FederalList.tsx";

const loadAddNumbers = () => import("./AddNumbers.tsx");
const AddNumbers = later(async () => (await loadAddNumbers()).AddNumbers, { frame: overThePage });
const loadImportNumbers = () => import("./ImportNumbers.tsx");
const ImportNumbers = later(async () => (await loadImportNumbers()).ImportNumbers, { frame: overThePage });
const loadNumberHistory = () => import("./NumberHistory.tsx");
const NumberHistory = later(async () => (await loadNumberHistory()).NumberHistory, { frame: overThePage });
const soon = [loadAddNumbers, loadImportNumbers, loadNumberHistory];

/** The do-not-contact lists of the account and the federal registry (spec 2 §2.1). */
export function DoNotContactPage() {
  usePreload(soon);
  const [address, change] = useAddress();
  const mayAdmin = useMay()("dnc-admin");
  const isFederal = address["tab"] === "federal";
  const close = () => change({ add: undefined, import: undefined, number: undefined });
  return (
    <Page
      title="Do not contact"
      purpose="Numbers you must not contact."
      shape="table"
      actions={
        mayAdmin && !isFederal ? (
          <>
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} />}
              onClick={() => change({ import: "yes" })}
            >
              Import
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={() => change({ add: "yes" })}>
              Add numbers
            </Button>
          </>
        ) : null
      }
    >
      <Tabs
        value={isFederal ? "federal" : "account"}
        onChange={(tab) => change({ tab: tab === "federal" ? tab : undefined, q: undefined, type: undefined })}
        keepMounted={false}
        className={pageTabs["tabs"] ?? ""}
      >
        <Tabs.List>
          <Tabs.Tab value="account">Account list</Tabs.Tab>
          <Tabs.Tab value="federal">Federal list</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="account" className={pageTabs["panel"] ?? ""}>
          <AccountList />
        </Tabs.Panel>
        <Tabs.Panel value="federal" className={classes["scrolling"] ?? ""}>
          <FederalList />
        </Tabs.Panel>
      </Tabs>
      {mayAdmin && address["add"] ? <AddNumbers close={close} /> : null}
      {mayAdmin && address["import"] ? <ImportNumbers close={close} /> : null}
      {address["number"] ? <NumberHistory phone={address["number"]} close={close} /> : null}
    </Page>
  );
}
