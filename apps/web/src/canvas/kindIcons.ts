import {
  IconArrowRampRight,
  IconArrowsSplit2,
  IconBan,
  IconCalculator,
  IconClockPause,
  IconFilePhone,
  IconFlag,
  IconFolderSymlink,
  IconGauge,
  IconHeadset,
  IconHelpCircle,
  IconMail,
  IconMessage,
  IconMessage2Star,
  IconMessageQuestion,
  IconPercentage,
  IconPhoneCall,
  IconPhoneCheck,
  IconPhoneOutgoing,
  IconPlayerPlay,
  IconPlayerStop,
  IconSparkles,
  IconUserEdit,
  IconWebhook,
  IconZoomScan,
  type TablerIcon,
} from "@tabler/icons-react";

/** The icons that kinds name; importing the whole set would weigh more than the editor. */
const icons: Record<string, TablerIcon> = {
  "arrow-ramp-right": IconArrowRampRight,
  "arrows-split-2": IconArrowsSplit2,
  ban: IconBan,
  calculator: IconCalculator,
  "clock-pause": IconClockPause,
  "file-phone": IconFilePhone,
  flag: IconFlag,
  "folder-symlink": IconFolderSymlink,
  gauge: IconGauge,
  headset: IconHeadset,
  "help-circle": IconHelpCircle,
  mail: IconMail,
  message: IconMessage,
  "message-2-star": IconMessage2Star,
  "message-question": IconMessageQuestion,
  percentage: IconPercentage,
  "phone-call": IconPhoneCall,
  "phone-check": IconPhoneCheck,
  "phone-outgoing": IconPhoneOutgoing,
  "player-play": IconPlayerPlay,
  "player-stop": IconPlayerStop,
  sparkles: IconSparkles,
  "user-edit": IconUserEdit,
  webhook: IconWebhook,
  "zoom-scan": IconZoomScan,
};

/** Names that have an icon of their own, for the test. */
export const iconNames: readonly string[] = Object.keys(icons);

/** The icon of a kind. */
export const iconOf = (name: string): TablerIcon => icons[name] ?? IconHelpCircle;
