import { useRefresh } from "../../api/queries.ts";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useReturn } from "./useReturn.ts";

/** Saves a changed template and returns to its list. Resolves to whether it was saved. */
export function useSaveTemplate<Draft extends { templateTitle: string }>({
  update,
  listPath,
  listTo,
}: {
  update: (draft: Draft) => Promise<unknown>;
  listPath: string;
  listTo: string;
}): (draft: Draft) => Promise<boolean> {
  const refresh = useRefresh();
  const goBack = useReturn(listTo);
  return async (draft) => {
    try {
      await update(draft);
    } catch (problem) {
      toastError("There was an error editing template", problem);
      return false;
    }
    toastSuccess("Template was edited successfully", draft.templateTitle);
    void refresh(listPath);
    goBack();
    return true;
  };
}
