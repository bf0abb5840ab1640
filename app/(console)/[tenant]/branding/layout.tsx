import { Words } from "@/app/_words/words";

export default function BrandingLayout({ children }: LayoutProps<"/[tenant]/branding">) {
  return <Words of={["branding", "hosted"]}>{children}</Words>;
}
