import { Words } from "@/app/_words/words";

/** Loads the texts of the area. */
export default function DataExportLayout({ children }: LayoutProps<"/[tenant]/data-export">) {
  return <Words of="data-export">{children}</Words>;
}
