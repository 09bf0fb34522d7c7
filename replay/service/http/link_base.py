"""What links to a service begin with, so that phones can use them, and links as QR codes."""

from ludograph.replay.service.http.addresses import is_for_phones, warnings_of
from ludograph.replay.service.http.responses import AnyRequest
from ludograph.replay.service.http.settings import Settings


def links_base(request: AnyRequest, settings: Settings) -> str:
    """How others reach the service: as it was told, else as the browser of whoever asks reaches it."""
    if settings.public_url:
        return settings.public_url
    # The browser's word first: behind a proxy the service may know neither the host nor whether it is https.
    origin = request.headers.get("origin") or f"{request.url.scheme}://{request.url.netloc}"
    # Whoever sits at this machine itself comes by an address that no phone can use.
    if settings.network_url and not is_for_phones(origin):
        return settings.network_url
    return f"{origin}{request.scope.get('root_path', '')}"


def doubts_of(base: str) -> list[str]:
    """What whoever makes links should know of them: that phones do not find them."""
    return [] if is_for_phones(base) else warnings_of(base)[:1]


def qr_image(link: str) -> str:
    """A link as a QR code, an SVG in a data URI."""
    # Imported here: few requests make a link, and the service starts sooner without it.
    import segno

    return segno.make(link, error="m", micro=False).svg_data_uri(border=2, light="#fff", dark="#000", scale=6)
