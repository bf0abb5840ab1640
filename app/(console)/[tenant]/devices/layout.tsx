import { Words } from "@/app/_words/words";

export default function DevicesLayout({ children }: LayoutProps<"/[tenant]/devices">) {
  return <Words of="devices">{children}</Words>;
}
