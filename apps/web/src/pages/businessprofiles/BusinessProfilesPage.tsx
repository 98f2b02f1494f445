import { Button, Group, Tabs } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMay } from "../../api/me.ts";
import { paths } from "../../paths.ts";
import { Page } from "../../ui/page/Page.tsx";
import pageTabs from "../../ui/page/PageTabs.module.css";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { BrandsTable } from "./BrandsTable.tsx";
import { NotificationsTable } from "./NotificationsTable.tsx";
import { TenDlcTable } from "./TenDlcTable.tsx";

const tabs = ["brands", "campaigns", "notifications"] as const;

/** Brands and their 10DLC campaigns (spec 1 §2.4). */
export function BusinessProfilesPage() {
  const [address, change] = useAddress();
  const mayAdmin = useMay()("registration-admin");
  const tab = tabs.find((one) => one === address["tab"]) ?? "brands";
  return (
    <Page
      title="Business Profiles"
      purpose="US carriers deliver texts from local numbers only for registered brands."
      shape="table"
      actions={
        mayAdmin ? (
          <Group gap={8}>
            <Button variant="default" component={PathLink} to={paths.createTenDlc} leftSection={<IconPlus size={16} />}>
              Campaign
            </Button>
            <Button component={PathLink} to={paths.createBrand} leftSection={<IconPlus size={16} />}>
              Brand
            </Button>
          </Group>
        ) : null
      }
    >
      <Tabs
        value={tab}
        onChange={(value) => change({ tab: value === "brands" ? undefined : (value ?? undefined), q: undefined })}
        keepMounted={false}
        className={pageTabs["tabs"] ?? ""}
      >
        <Tabs.List>
          <Tabs.Tab value="brands">Brands</Tabs.Tab>
          <Tabs.Tab value="campaigns">10DLC campaigns</Tabs.Tab>
          <Tabs.Tab value="notifications">Notifications</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="brands" className={pageTabs["panel"] ?? ""}>
          <BrandsTable mayAdmin={mayAdmin} />
        </Tabs.Panel>
        <Tabs.Panel value="campaigns" className={pageTabs["panel"] ?? ""}>
          <TenDlcTable mayAdmin={mayAdmin} />
        </Tabs.Panel>
        <Tabs.Panel value="notifications" className={pageTabs["panel"] ?? ""}>
          <NotificationsTable />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
