# DokuWiki and what it needs, out of Debian's packages, unpacked and not installed; PHP is installed where that is allowed.
if ! command -v php >/dev/null || ! php -m | grep -qi '^xml$'; then
    [ "$(id -u)" = 0 ] || { echo "PHP is missing. Install it with: sudo apt-get install php-cli php-xml"; exit 1; }
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends php-cli php-xml
fi
wanted=0.0.20220731.a-2
here=$PWD
rm -rf "$APP/debian" "$APP/root" "$APP/state"
mkdir -p "$APP/debian" "$APP/root" "$APP/state"
cd "$APP/debian"
packages="dokuwiki=$wanted php-geshi libphp-simplepie php-phpseclib php-random-compat libjs-jquery libjs-jquery-ui libjs-jquery-cookie"
# Without the lists of packages nothing can be downloaded.
apt-get download -qq $packages || { apt-get update -qq; apt-get download -qq $packages; }
for package in ./*.deb; do
    dpkg -x "$package" "$APP/root"
done
# The packages expect to lie at the root of the machine.
grep -rlE "'/(usr/share|var/lib/dokuwiki|etc/dokuwiki)" "$APP/root/usr/share" "$APP/root/etc" --include='*.php' |
    xargs sed -i -E "s#'/(usr/share|var/lib/dokuwiki|etc/dokuwiki)#'$APP/root/\1#g"
for part in plugins tpl; do
    ln -sfn "$APP/root/var/lib/dokuwiki/lib/$part" "$APP/root/usr/share/dokuwiki/lib/$part"
done
mkdir -p "$APP/state/conf" "$APP/state/sessions"
cp -a "$APP/root/var/lib/dokuwiki/data" "$APP/state/data"
cp -a "$here/pages" "$APP/state/data/"
cp "$here"/*.php "$APP/state/conf"
