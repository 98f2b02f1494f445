import { type Brand, brandRoutes } from "@trunkline/contract/registration/brand.ts";
import { call } from "../../api/call.ts";
import { useMe } from "../../api/me.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";

/** Deletes a brand or orders its vetting, after a confirmation. */
export function useBrandActions() {
  const refresh = useRefresh();
  const { account } = useMe();
  const paramsOf = ({ brandId }: Brand) => ({ params: { acct: account.accountSid, id: brandId } });
  const after = () => refresh(brandRoutes.list.path, brandRoutes.find.path);
  return {
    remove: async (row: Brand): Promise<void> => {
      const isSure = await confirm({
        title: `Delete brand "${row.displayName}"?`,
        consequence:
          row.registryId === null
            ? "The draft is deleted. This cannot be undone."
            : "The registry deletes it too. Registering it again costs the fee again. This cannot be undone.",
        confirm: "Delete brand",
      });
      if (!isSure) return;
      try {
        await call(brandRoutes.remove, paramsOf(row));
        toastSuccess("Brand deleted", row.displayName);
      } catch (problem) {
        toastError("Error deleting brand", problem);
      }
      await after();
    },
    vet: async (row: Brand): Promise<void> => {
      const isSure = await confirm({
        title: `Order vetting for "${row.displayName}"?`,
        consequence:
          "An external provider reviews the company and scores it from 0 to 100. Carriers set limits by this score. The provider charges about $41.",
        confirm: "Order vetting",
        destructive: false,
      });
      if (!isSure) return;
      try {
        await call(brandRoutes.vet, paramsOf(row));
        toastSuccess("Vetting ordered", row.displayName);
      } catch (problem) {
        toastError("Error ordering vetting", problem);
      }
      await after();
    },
  };
}
