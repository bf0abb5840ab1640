import { Words } from "@/app/_words/words";

/** Loads the texts of the areas whose decisions this page shows. */
export default function ApprovalsLayout({ children }: LayoutProps<"/[tenant]/approvals">) {
  return <Words of={["approvals", "act-as", "devices", "security"]}>{children}</Words>;
}
