import type { UseFormReturnType } from "@mantine/form";
import type { TenDlcDetails } from "@trunkline/contract/registration/tenDlcCampaign.ts";

/** The form of a 10DLC campaign. */
export type TenDlcDraft = UseFormReturnType<TenDlcDetails>;

/** Initial values of a new campaign. */
export const emptyTenDlc: TenDlcDetails = {
  brandId: "",
  usecase: "",
  subUsecases: [],
  description: "",
  messageFlow: "",
  helpMessage: "",
  numberSetId: "",
  sample1: "",
  sample2: "",
  sample3: "",
  sample4: "",
  sample5: "",
  referenceId: "",
  tag: [],
  vertical: "",
  embeddedLink: false,
  embeddedPhone: false,
  numberPool: false,
  ageGated: false,
  directLending: false,
  enableMMS: false,
  // false until confirmed, although the type of a valid campaign requires true
  ...({ subscriberOptin: false, subscriberOptout: false, subscriberHelp: false } as object as {
    subscriberOptin: true;
    subscriberOptout: true;
    subscriberHelp: true;
  }),
  privacyPolicyLink: "",
  termsAndConditionsLink: "",
  screenshotLink: "",
};
