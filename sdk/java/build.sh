#!/bin/sh
# Builds the jar, its sources and its Javadoc with the tools of the JDK. The argument is the folder for them.
set -eu
cd "$(dirname "$0")"
output=${1:-target}
version=$(sed -n 's|^  <version>\(.*\)</version>|\1|p' pom.xml)
jar="$output/counterfoil-$version"
# These tools run for seconds: the optimizing compiler would cost more time than it saves.
short_run='-J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC'

rm -rf "$output"
mkdir -p "$output"
javac $short_run -encoding UTF-8 --release 17 -Xlint:all -Werror -d "$output/classes" $(find src -name '*.java')
javadoc $short_run -quiet -encoding UTF-8 --release 17 -Xdoclint:all -Werror -notimestamp -d "$output/javadoc" \
  -sourcepath src -subpackages counterfoil
echo 'Automatic-Module-Name: counterfoil' > "$output/manifest"
jar --create --file "$jar.jar" --manifest "$output/manifest" -C "$output/classes" .
jar --create --file "$jar-sources.jar" -C src .
jar --create --file "$jar-javadoc.jar" -C "$output/javadoc" .
cp pom.xml "$jar.pom"
rm -r "$output/classes" "$output/javadoc" "$output/manifest"
ls "$output"
