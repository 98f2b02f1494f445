import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const accent: MantineColorsTuple = [
  "#eef0fd",
  "#dcdffa",
  "#b9bff4",
  "#97a0ee",
  "#7a85e6",
  "#6470dd",
  "#525fd3",
  "#3f4bc4",
  "#343fa6",
  "#2a3385",
];
const gray: MantineColorsTuple = [
  "#f8f9fa",
  "#f1f3f5",
  "#e6e9ed",
  "#d7dce2",
  "#bcc3cc",
  "#8d96a3",
  "#667080",
  "#4b5462",
  "#2f3742",
  "#171c24",
];
const dark: MantineColorsTuple = [
  "#d6dae1",
  "#b4bac5",
  "#8f97a5",
  "#646c7a",
  "#3a414d",
  "#2c323d",
  "#22272f",
  "#191d24",
  "#12151a",
  "#0c0e12",
];

/** The options scroll themselves, because the keyboard can't reach a separate scroll area. */
const dropDown = {
  defaultProps: { withScrollArea: false, comboboxProps: { shadow: "md", keepMounted: false } },
  styles: { options: { maxHeight: 220, overflowY: "auto" } },
} as const;

/** The theme (look, Theme): Inter 14/20, a 4 px grid, neutral grays and one accent. */
export const theme = createTheme({
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, gray, dark },
  black: "#171c24",
  defaultRadius: 6,
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1.333", sm: "1.4286", md: "1.4286", lg: "1.5", xl: "1.4" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.25rem", lineHeight: "1.75rem" },
      h2: { fontSize: "1rem", lineHeight: "1.5rem" },
      h3: { fontSize: "0.875rem", lineHeight: "1.25rem" },
    },
  },
  components: {
    Button: { defaultProps: { size: "sm" } },
    // announce loading to screen readers
    Skeleton: { defaultProps: { "aria-busy": true } },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 140, transition: "fade" },
        closeButtonProps: { "aria-label": "Close" },
      },
      styles: { title: { fontSize: 16, fontWeight: 600 } },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 160 }, closeButtonProps: { "aria-label": "Close" } } },
    Menu: { defaultProps: { shadow: "md", transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { shadow: "md", transitionProps: { duration: 120 } } },
    // don't render closed lists, because forms have long lists of times and zones
    Select: { ...dropDown, defaultProps: { ...dropDown.defaultProps, allowDeselect: false } },
    Autocomplete: dropDown,
    TagsInput: dropDown,
    MultiSelect: {
      ...dropDown,
      defaultProps: { ...dropDown.defaultProps, clearButtonProps: { "aria-label": "Clear" } },
    },
    Input: { defaultProps: { size: "sm" } },
    // label above, help under (look, Forms)
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
      styles: { label: { marginBottom: 4 }, description: { marginTop: 4 } },
    },
    Badge: { defaultProps: { radius: "sm" } },
  },
});

const tinted = ["red", "green", "blue", "yellow", "orange", "teal", "violet", "gray"];

/** Mantine's dimmed, error and tinted texts don't reach AA contrast; these do. */
const lightMantine = {
  "--mantine-color-body": "#ffffff",
  "--mantine-color-dimmed": "var(--mantine-color-gray-6)",
  "--mantine-color-placeholder": "var(--mantine-color-gray-6)",
  "--mantine-color-error": "#c22222",
  "--mantine-color-anchor": "var(--mantine-color-accent-7)",
  "--mantine-color-accent-light-color": "var(--mantine-color-accent-8)",
  ...Object.fromEntries(
    tinted.map((name) => [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-9)`]),
  ),
  "--mantine-color-yellow-light-color": "#7a4a00",
  "--mantine-color-orange-light-color": "#a03a06",
  "--mantine-color-green-light-color": "#1c6b2e",
  "--mantine-color-red-filled": "#c22222",
  "--mantine-color-red-filled-hover": "#a81b1b",
};
const darkMantine = {
  "--mantine-color-body": "var(--mantine-color-dark-8)",
  "--mantine-color-text": "#e3e6eb",
  "--mantine-color-dimmed": "#9aa2b0",
  "--mantine-color-placeholder": "#868e9c",
  "--mantine-color-error": "#ff8a8a",
  "--mantine-color-anchor": "var(--mantine-color-accent-3)",
  "--mantine-color-accent-light-color": "var(--mantine-color-accent-2)",
  ...Object.fromEntries(
    tinted.map((name) => [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-3)`]),
  ),
  "--mantine-color-red-filled": "#c93636",
  "--mantine-color-red-filled-hover": "#b52d2d",
};

/** The product's own colors: grounds and lines, states, and channels (look, Theme). */
const lightOwn = {
  "--ground": "var(--mantine-color-gray-0)",
  "--raised": "#ffffff",
  "--line": "var(--mantine-color-gray-2)",
  "--line-strong": "var(--mantine-color-gray-3)",
  "--hover": "var(--mantine-color-gray-1)",
  "--chosen": "var(--mantine-color-accent-0)",
  "--chosen-text": "var(--mantine-color-accent-8)",
  "--done": "#17714a",
  "--done-ground": "#e3f5ec",
  "--going": "#1c5fb8",
  "--going-ground": "#e6f0fc",
  "--waits": "#8a5300",
  "--waits-ground": "#fdf1dc",
  "--failed": "#b42323",
  "--failed-ground": "#fdeaea",
  "--off": "var(--mantine-color-gray-7)",
  "--off-ground": "var(--mantine-color-gray-1)",
  "--sms": "#1f6fd6",
  "--mms": "#b5306e",
  "--voice": "#1f8a5b",
  "--rcs": "#7447d1",
  "--email": "#c2590c",
  "--webhook": "#0d8080",
  "--logic": "#667080",
};
const darkOwn = {
  "--ground": "var(--mantine-color-dark-9)",
  "--raised": "var(--mantine-color-dark-7)",
  "--line": "var(--mantine-color-dark-5)",
  "--line-strong": "var(--mantine-color-dark-4)",
  "--hover": "var(--mantine-color-dark-6)",
  "--chosen": "#262c4d",
  "--chosen-text": "#c3c8f7",
  "--done": "#6bd6a3",
  "--done-ground": "#12301f",
  "--going": "#86b9f7",
  "--going-ground": "#14283f",
  "--waits": "#f0bb62",
  "--waits-ground": "#362709",
  "--failed": "#ff9a9a",
  "--failed-ground": "#3d1717",
  "--off": "#b4bac5",
  "--off-ground": "var(--mantine-color-dark-6)",
  "--sms": "#6ba8f5",
  "--mms": "#f08ab8",
  "--voice": "#5fce9c",
  "--rcs": "#ab8af0",
  "--email": "#f0985a",
  "--webhook": "#4fc4c4",
  "--logic": "#9aa2b0",
};

/** The colors of both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...lightMantine, ...lightOwn },
  dark: { ...darkMantine, ...darkOwn },
});
