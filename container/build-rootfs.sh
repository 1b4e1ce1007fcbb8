#!/bin/sh
# Makes the file system of the browser's image from Debian's packages: build-rootfs.sh FOLDER
# Reads the sources and keys of this machine's apt, runs no package's scripts, and needs no root. The result has
# Chromium, its libraries, fonts and a small Python, and no shell, no package manager and no setuid program.
set -eu
work=$1
packages="chromium fonts-liberation fonts-noto-core fonts-noto-color-emoji fonts-wqy-zenhei python3-minimal"
# What the packages above ask for, and a browser without a window never uses.
unused='adduser|adwaita-icon-theme|dash|dbus|debconf|debianutils|dmsetup|dpkg|gtk-update-icon-cache|init-system-helpers'
unused="$unused|libargon2|libcryptsetup|libdevmapper|libfdisk|libfile-find|libgl1-mesa-dri|libip4tc|libkmod|libllvm"
unused="$unused|libnumber-compare|libpam|libperl|libproc2|libsemanage|libsepol|libsystemd-shared|libtext-glob|libz3|lsb-base"
unused="$unused|mount|passwd|perl|procps|shared-mime-info|systemd|sysvinit-utils|tar|usrmerge|x11-common|x11-utils|xdg-utils"

for program in apt-get dpkg-deb tar; do
  command -v "$program" >/dev/null || { echo "$program is missing: this needs Debian, or a system made from it" >&2; exit 1; }
done
mkdir -p "$work/apt/lists/partial" "$work/apt/archives/partial" "$work/root"
: >"$work/apt/status"
cat >"$work/apt/conf" <<CONF
Dir::State "$work/apt";
Dir::State::Lists "$work/apt/lists";
Dir::State::status "$work/apt/status";
Dir::Cache "$work/apt";
Dir::Cache::Archives "$work/apt/archives";
APT::Install-Recommends "false";
APT::Get::Assume-Yes "true";
Debug::NoLocking "true";
CONF
# As root, apt would become a user that cannot write here.
[ "$(id -u)" -ne 0 ] || echo 'APT::Sandbox::User "root";' >>"$work/apt/conf"
export APT_CONFIG="$work/apt/conf" LC_ALL=C

echo "lists of packages"
apt-get -qq update
echo "packages"
# shellcheck disable=SC2086
apt-get -qq --download-only install $packages >/dev/null
ls "$work"/apt/archives/chromium_*.deb >/dev/null 2>&1 || { echo "apt has no package with Chromium in it here" >&2; exit 1; }

set -- "$work"/apt/archives/*.deb
echo "unpacking $# packages"
for package in "$@"; do
  name=$(basename "$package")
  if echo "$name" | grep -qE "^($unused)[-_0-9]"; then continue; fi
  echo "$name" >>"$work/packages"
  dpkg-deb --fsys-tarfile "$package" | tar -x -C "$work/root" --no-same-owner --keep-directory-symlink \
    --exclude='./usr/share/doc/*' --exclude='./usr/share/man/*' --exclude='./usr/share/locale/*' \
    --exclude='./usr/share/lintian/*' --exclude='./usr/share/icons/*'
done
cd "$work/root"
mkdir -p proc sys dev run tmp home var/cache/fontconfig etc/chromium/policies/managed
chmod 1777 tmp
printf '%s\n' 'root:x:0:0::/:/nonexistent' 'nobody:x:65534:65534::/nonexistent:/nonexistent' >etc/passwd
printf '%s\n' 'root:x:0:' 'nogroup:x:65534:' >etc/group
echo 'hosts: files' >etc/nsswitch.conf
find . -type f -perm /6000 -exec chmod a-s {} +
version=$(dpkg-deb --field "$work"/apt/archives/chromium_*.deb Version | cut -d- -f1)
echo "$version" >etc/gatewright-chromium
echo "$version" >"$work/chromium-version"

echo "cache of fonts"
find . -exec touch --no-dereference --date=@1700000000 {} +
enter=$([ "$(id -u)" -eq 0 ] && echo chroot || echo 'unshare --map-root-user chroot')
$enter "$work/root" /usr/bin/fc-cache --system-only || echo "warning: there is no cache of fonts, so each browser starts slower" >&2
rm -rf "$work/apt"
echo "Chromium $version"
