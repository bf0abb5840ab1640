import { Words } from "@/app/_words/words";

export default function DataExportLayout({ children }: LayoutProps<"/[tenant]/data-export">) {
  return <Words of="data-export">{children}</Words>;
}
